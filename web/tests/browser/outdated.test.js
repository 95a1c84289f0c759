/**
 * Tests of a page and a server of different versions: the page reports it, and a reload loads the
 * right version.
 */

import { expect, test } from './test.js';

/** @import { Person } from './person.js' */

/** Matches every script of a page. */
const SCRIPTS = /\.js$/;

/**
 * Makes a page use other versions of the protocol.
 *
 * @param {Person} person
 * @param {Record<string, string>} versions the replacement of each version
 */
async function speakOtherwise(person, versions) {
  await person.page.route(SCRIPTS, async (route) => {
    const answer = await route.fetch();
    const script = await answer.text();
    const body = script.replace(/senda\.v\d+/g, (version) => versions[version] ?? version);
    // A cached script would survive the reload.
    const headers = { ...answer.headers(), 'cache-control': 'no-store', etag: '' };
    await route.fulfill(body === script ? { response: answer } : { body, headers });
  });
}

for (const [says, versions] of /** @type {[string, Record<string, string>][]} */ ([
  ['a page of the former version', { 'senda.v2': 'senda.v1', 'senda.v1': 'senda.v0' }],
  ['a page of the next version', { 'senda.v2': 'senda.v3', 'senda.v1': 'senda.v2' }],
])) {
  test(`${says} is asked to reload, and does not keep retrying`, async ({ arrive, settle }) => {
    const people = [await arrive('Ana'), await arrive('Bruno')];
    const { link } = await settle(people);
    const late = await arrive('Chiara');
    await speakOtherwise(late, versions);
    let sockets = 0;
    late.page.on('websocket', () => {
      sockets += 1;
    });
    await late.page.goto(link);
    const ending = late.page.getByRole('heading', { name: 'This page is out of date' });
    await expect(ending).toBeVisible();
    await expect(late.page.locator('body')).toHaveAttribute('data-line', 'ended');
    expect(sockets).toBe(1);
    await late.page.unroute(SCRIPTS);
    await late.button('Reload').click();
    await expect(late.page.locator('body')).toHaveAttribute('data-line', 'open');
    await expect(ending).toBeHidden();
  });
}

test('the list of rooms works for a page of the former version, and a page of the next version is asked to reload', async ({
  arrive,
}) => {
  const former = await arrive('Ana');
  await speakOtherwise(former, { 'senda.v2': 'senda.v1', 'senda.v1': 'senda.v0' });
  await (await arrive('Bruno')).openRoom({ listed: true });
  await former.page.goto('/');
  await expect(former.page.locator('#rooms li').first()).toBeVisible();
  const next = await arrive('Chiara');
  await speakOtherwise(next, { 'senda.v2': 'senda.v3', 'senda.v1': 'senda.v2' });
  await next.page.goto('/');
  await expect(next.page.getByText('Reload it to try again.', { exact: false })).toBeVisible();
  // Files that are still to come are not awaited.
  for (const { page } of [former, next]) await page.unrouteAll({ behavior: 'ignoreErrors' });
});
