#!/usr/bin/env node
// Plays at random on one seat of a room, until the game is over:
//     SENDA_TOKEN=... node bot.mjs http://127.0.0.1:8080/r/ROOM
// The room's host makes the token. Needs Node.js 22 or newer, or 20 with --experimental-websocket. docs/protocol.md says
// what all of this means.
const link = new URL(process.argv[2])
link.pathname = link.pathname.replace('/r/', '/api/rooms/') + '/socket'
const headers = { Authorization: `Bearer ${process.env.SENDA_TOKEN}` }
const socket = new WebSocket(link.href.replace('http', 'ws'), { protocols: ['senda.v2'], headers })

/** A packed value as it is meant, but for the `change` of a step, which this bot does without. */
function unpack(packed, shapes) {
  if (!Array.isArray(packed)) return packed
  const [number, ...rest] = packed
  if (number === 0) return rest.map((one) => unpack(one, shapes))
  const object = {}
  if (number === -1) {
    for (let at = 0; at < rest.length; at += 2) object[rest[at]] = unpack(rest[at + 1], shapes)
    return object
  }
  for (const key of shapes[number - 1]) {
    if (Array.isArray(key)) object[key[0]] = key[1]
    else object[key] = key === 'change' ? rest.shift() : unpack(rest.shift(), shapes)
  }
  return object
}

/** What may be decided, by the seat's `choices`. This bot leaves out what is never needed, as swaps and doors. */
function decisions(may) {
  const picked = (one, names) => Object.fromEntries(Object.entries(one).filter(([name]) => names.includes(name)))
  const each = (type, part, names, more = {}) => may[part].map((one) => ({
    type, ...(typeof one === 'object' ? picked(one, names) : { [names[0]]: one }), ...more,
  }))
  switch (may.type) {
    case 'start': return each('start', 'marks', ['mark'])
    case 'path': return each('path', 'paths', ['port'])
    case 'swap': return [{ type: 'keep' }]
    case 'place': return may.placements
      ? each('place', 'placements', ['tile', 'rotation', 'port'])
      : each('place', 'squares', ['square'])
    case 'exchange': return each('exchange', 'squares', ['square'], { hand: may.hand[0] })
    case 'fill': return each('fill', 'hand', ['hand'], { rotation: 0 })
    case 'penalty': return each('penalty', 'pawns', ['pawn'])
    case 'push': return may.to.map(({ square }) => ({ type: 'push', to: square }))
    case 'flow': return [{ type: 'stop' }, ...may.to.map(({ square }) => ({ type: 'follow', to: square }))]
    case 'act': return [{ type: 'end_turn' }, ...each('open', 'open', ['square']),
      ...may.moves.flatMap(({ pawn, to }) => to.map(({ square }) => ({ type: 'move', pawn, to: square })))]
    default: return [
      ...may.steps.flatMap((of) => of.to.map(({ to }) => ({ type: 'step', prisoner: of.prisoners[0], to }))),
      ...(may.fight?.among ?? []).map((keep) => ({ type: 'fight_choice', keep })),
      ...['skip_tile', 'end_turn'].filter((type) => may[type]).map((type) => ({ type })),
      ...each('draw', 'draw', ['pile']), ...each('give_door', 'give_door', ['section']),
    ]
  }
}

const shapes = []
let [game, own, version, waits, number] = [null, null, 0, 0, 0]

function decide() {
  if (!own?.choices || version < waits) return
  const may = decisions(own.choices)
  const action = { game, ...may[Math.floor(Math.random() * may.length)] }
  waits = Infinity
  socket.send(JSON.stringify({ type: 'act', id: `${process.pid}-${++number}`, version, action }))
}

socket.onmessage = ({ data }) => {
  const message = unpack(JSON.parse(data), shapes)
  if (message.shapes) {
    shapes.push(...message.shapes)
  } else if (message.type === 'ack' || message.type === 'nak') {
    const again = () => { waits = message.version ?? 0; decide() } // a step with that version follows
    setTimeout(again, message.problem?.again_ms ?? 0)
  } else if (message.type === 'update' || message.type === 'step') {
    version = message.version
    if ('own' in message) own = message.own
    for (const event of message.happenings.map((one) => one.happening ?? one)) {
      if (event.type === 'started') game = event.options.game
      if (event.type !== 'ended' || message.type !== 'step') continue
      console.log('places, seat by seat:', ...event.outcome.places)
      process.exit()
    }
    decide()
  }
}
socket.onerror = async () => { // `POST` says why a handshake fails
  const answer = await fetch(link, { method: 'POST', headers })
  console.error('refused:', answer.status, await answer.text())
  process.exit(1)
}
socket.onclose = ({ code }) => { console.error('closed with', code); process.exitCode = 1 }
