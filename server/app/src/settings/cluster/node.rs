//! The names and addresses of servers that share a database.

use crate::limits;

/// Validates the name of a server, which may appear in logs and in addresses.
pub fn name(name: &str) -> Result<String, &'static str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if (1..=limits::NODE_NAME).contains(&name.len()) && name.chars().all(is_plain) {
        Ok(name.to_owned())
    } else {
        Err("a name of a server has 1 to 63 letters, digits, hyphens, underscores and dots")
    }
}

/// Validates the address at which other servers reach this one.
pub fn address(address: &str) -> Result<String, &'static str> {
    let is_plain = |c: char| c.is_ascii_graphic();
    let port = address
        .rsplit_once(':')
        .and_then(|(host, port)| (!host.is_empty()).then(|| port.parse::<u16>().ok())?);
    if port.is_some_and(|port| port > 0)
        && address.len() <= limits::NODE_ADDRESS
        && address.chars().all(is_plain)
    {
        Ok(address.to_owned())
    } else {
        Err("expected a host and a port, such as senda-a.internal:7000")
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::settings::CommandLine;

    #[test]
    fn a_node_has_a_plain_name_and_a_database_to_share() {
        let longest = "a".repeat(limits::NODE_NAME);
        for good in ["a", "node-1.example_2", &longest] {
            assert_eq!(name(good).as_deref(), Ok(good));
        }
        for bad in ["", "two words", "über", "a\nb", &format!("{longest}a")] {
            assert!(name(bad).is_err(), "{bad}");
        }
        let parsed = |more: &[&str]| {
            let line = [&["senda", "--node", "a"], more].concat();
            CommandLine::try_parse_from(line).map(|line| line.settings.cluster.node)
        };
        let shared = parsed(&["--database", "postgres://senda@127.0.0.1/senda"]);
        assert_eq!(shared.unwrap().as_deref(), Some("a"));
        assert!(
            parsed(&[]).is_err(),
            "a folder is nobody's but its server's"
        );
    }

    #[test]
    fn a_server_is_reached_at_a_host_and_a_port() {
        for good in ["senda-a:7000", "10.0.0.1:7000", "[::1]:7000"] {
            assert_eq!(address(good).as_deref(), Ok(good));
        }
        let long = format!("{}:7000", "a".repeat(limits::NODE_ADDRESS));
        for bad in ["", "senda-a", ":7000", "a b:7000", "a:0", "a:b", &long] {
            assert!(address(bad).is_err(), "{bad}");
        }
    }
}
