import Foundation
import ServeRules
import TestPermits
import Testing

/// The rules for codes, connections, cookies and links.
@Suite(.permit) struct WayInTests {
    @Test func typedCodesCountHoweverTheyAreTyped() {
        let code = TypedCode.code(from: UInt8(0)..<32)
        #expect(code == "0123456789AB" && TypedCode.normalizedCode(code) == code)
        #expect(TypedCode.shownText(of: code) == "0123-4567-89AB")
        for text in ["0123-4567-89AB", " o123 4567-89ab\n", "OI23-4567-89AB", "oL2-3456-789-AB"] {
            #expect(TypedCode.normalizedCode(text) == code, "\(text)")
        }
        for text in [
            "", "0123-4567-89A", "0123-4567-89ABC", "0123-4567-89AU", "0123-4567-89A\u{301}B",
            String(repeating: "-", count: 100) + code, String(repeating: "A", count: 43),
        ] {
            #expect(TypedCode.normalizedCode(text) == nil, "\(text)")
        }
        // Every digit comes from as many bytes as any other.
        let all = (UInt8.min...UInt8.max).map { TypedCode.code(from: [$0]) }
        #expect(Set(all).count == 32)
        #expect(Set(Dictionary(grouping: all) { $0 }.values.map(\.count)) == [8])
    }

    private let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1F96 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0
           1: 0100007F:1F96 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0
           2: 0100007F:C350 0100007F:1F96 01 00000000:00000000 00:00000000 00000000  1001        0 3 1 0
           3: 0100007F:C351 0100007F:1F97 01 00000000:00000000 00:00000000 00000000  1002        0 4 1 0
           4: broken
        """

    private let newerTable = """
          sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0000000000000000FFFF00000100007F:C352 0000000000000000FFFF00000100007F:1F96 01 00000000:00000000 00:00000000 00000000  1003        0 5 1 0
           1: 00000000000000000000000001000000:C353 00000000000000000000000001000000:1F96 01 00000000:00000000 00:00000000 00000000  1004        0 6 1 0
        """

    private static let older: [UInt8] = [127, 0, 0, 1]
    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [255, 255] + older
    private static let newer: [UInt8] = Array(repeating: 0, count: 15) + [1]

    private func ends(_ address: [UInt8], _ client: UInt16, _ server: UInt16) -> ConnectionEnds {
        ConnectionEnds(
            client: ConnectionEnd(address: address, port: client),
            server: ConnectionEnd(address: address, port: server)
        )
    }

    @Test func theTableNamesTheUserOfTheOtherEnd() {
        // Port 8086 is 1F96, and 50,000 is C350.
        for address in [Self.older, Self.mapped] {
            #expect(ends(address, 50_000, 8086).clientUser(in: table) == 1001)
            #expect(ends(address, 50_002, 8086).clientUser(in: newerTable) == 1003)
        }
        #expect(ends(Self.newer, 50_003, 8086).clientUser(in: newerTable) == 1004)
        #expect(ends(Self.newer, 50_000, 8086).clientUser(in: table) == nil)
        // Both ends count: a socket of the same port may have another connection.
        #expect(ends(Self.older, 50_001, 8086).clientUser(in: table) == nil)
        #expect(ends([127, 0, 0, 2], 50_000, 8086).clientUser(in: table) == nil)
        #expect(ends(Self.older, 50_000, 8086).clientUser(in: "") == nil)
    }

    @Test func tablesAreReadForClientsOfThisMachineAlone() {
        let (own, other): ([UInt8], [UInt8]) = ([192, 168, 1, 5], [192, 168, 1, 6])
        func mayBeHere(_ client: [UInt8], _ server: [UInt8]) -> Bool {
            ConnectionEnds(
                client: ConnectionEnd(address: client, port: 50_000),
                server: ConnectionEnd(address: server, port: 8086)
            ).mayBeOnOneMachine
        }
        for address in [Self.older, Self.mapped, Self.newer, own] {
            #expect(mayBeHere(address, address), "\(address)")
        }
        #expect(mayBeHere([127, 0, 0, 2], Self.mapped))
        #expect(mayBeHere(own, Array(repeating: 0, count: 10) + [255, 255] + own))
        #expect(!mayBeHere(other, own))
        #expect(!mayBeHere(own, Self.older) && !mayBeHere(other, Self.newer))
    }

    @Test func homesAreTakenOutOfPaths() {
        let digits = "0123456789abcdef0123456789abcdef"
        let home = HomePath.path(of: digits + "0000")
        #expect(home == "/~\(digits)/")
        for path in ["/", "/api/session", "/?view=all", "/../x", "//"] {
            #expect(HomePath.pathBelowHome(home + path.dropFirst()) == path, "\(path)")
        }
        for path in [
            "/", "/api/~\(digits)/", "/~\(digits)", "/~\(digits)0/", "/~\(digits.dropLast())/",
            "/~\(digits.uppercased())/", "/~/", "~\(digits)/", "/%7E\(digits)/",
        ] {
            #expect(HomePath.pathBelowHome(path) == nil, "\(path)")
        }
    }

    @Test(
        arguments: [
            ("http://127.0.0.1:8086", "127.0.0.1:8086", "127.0.0.1", [], false, false, nil),
            // A further name of the loopback leads others nowhere.
            ("http://box:8086", "box:8086", "127.0.0.1", ["box"], false, false, nil),
            (
                "https://box:8086", "box:8086", "0.0.0.0", ["box"], true, false,
                "https://box:8086"
            ),
            (
                "https://localhost:8086", "localhost:8086", "0.0.0.0", ["box"], true, false,
                "https://box:8086"
            ),
            (nil, "[::1]:8086", "::", ["2001:db8::1"], true, false, "https://[2001:db8::1]:8086"),
            (nil, "[::1]", "::", ["box"], true, false, "https://box"),
            (nil, "localhost:8086", "0.0.0.0", [], true, false, nil),
            (nil, "localhost:8086", "0.0.0.0", ["localhost", "127.0.0.1"], true, false, nil),
            // A proxy may pass requests on under the server's own address.
            (
                "https://photos.example", "127.0.0.1:8086", "127.0.0.1", ["photos.example"], false,
                true, "https://photos.example"
            ),
            (
                nil, "127.0.0.1:8086", "127.0.0.1", ["photos.example"], false, true,
                "https://photos.example"
            ),
        ] as [(String?, String, String, [String], Bool, Bool, String?)]
    )
    func linksBeginWhereOthersReachTheServer(
        _ origin: String?,
        _ authority: String,
        _ listening: String,
        _ hosts: [String],
        _ hasTLS: Bool,
        _ isBehindProxy: Bool,
        _ base: String?
    ) {
        #expect(
            ShareAddress.base(
                origin: origin,
                authority: authority,
                listening: listening,
                hosts: hosts,
                hasTLS: hasTLS,
                isBehindProxy: isBehindProxy
            ) == base
        )
    }

    @Test func failuresCountForTheirSourceAlone() {
        var limit = AttemptLimit()
        let sources: [AttemptSource] = [
            .address("a"), .links("a"), .guests("a"), .known("a"),
        ]
        for source in sources {
            #expect(limit.waitingTime(of: source, at: 0) == nil)
            for _ in 0..<AttemptLimit.free { limit.recordFailure(of: source, at: 0) }
            #expect(limit.waitingTime(of: source, at: 0) == 1)
        }
        // The limit of all addresses is for strangers.
        for number in 0..<AttemptLimit.all {
            limit.recordFailure(of: .address("\(number)"), at: 5)
            limit.recordFailure(of: .links("\(number)"), at: 5)
        }
        #expect(limit.waitingTime(of: .address("new"), at: 10) == 55)
        for source in [AttemptSource.links("new"), .guests("new"), .known("new")] {
            #expect(limit.waitingTime(of: source, at: 10) == nil)
        }
        var links = AttemptLimit()
        for number in 0..<AttemptLimit.all { links.recordFailure(of: .links("\(number)"), at: 5) }
        #expect(links.waitingTime(of: .address("new"), at: 10) == nil)
    }

    private func credential(
        _ id: String,
        _ kind: Credential.Kind,
        link: String? = nil,
        token: String? = nil
    ) -> Credential {
        Credential(
            id: id,
            name: id,
            kind: kind,
            secretHash: "hash of \(id)",
            created: Date(timeIntervalSince1970: 0),
            grant: .owner,
            link: link,
            tokenHash: token
        )
    }

    @Test func furtherSecretsEndWithTheirLink() {
        var list = CredentialList()
        for added in [
            credential("link", .link), credential("copy", .link, link: "link"),
            credential("guest", .session, link: "link"),
        ] {
            let pushedOut = list.add(added)
            #expect(pushedOut == [])
        }
        #expect(Set(list.all.map(\.id)) == ["link", "guest"])
        let now = Date(timeIntervalSince1970: 1)
        let copy = list.useCredential(withSecretHash: "hash of copy", ofKinds: [.link], at: now)
        #expect(copy?.credential.id == "copy")
        let revoked = list.revokeCredential(withID: "link")
        #expect(Set(revoked.map(\.id)) == ["link", "copy", "guest"])
    }

    @Test func sessionsWithoutTokensGo() {
        var list = CredentialList()
        for added in [
            credential("old", .session), credential("new", .session, token: "hash"),
            credential("device", .device), credential("link", .link),
        ] {
            let pushedOut = list.add(added)
            #expect(pushedOut == [])
        }
        let haveGone = list.removeSessionsWithoutToken()
        #expect(haveGone && Set(list.all.map(\.id)) == ["new", "device", "link"])
        let goAgain = list.removeSessionsWithoutToken()
        #expect(!goAgain)
    }

    @Test func browsersOfTheOwnerAreRememberedUpToALimit() throws {
        // Files of earlier versions have none.
        var list = try JSONDecoder().decode(CredentialList.self, from: Data("{\"byHash\":{}}".utf8))
        #expect(!list.knowsBrowser(withSecretHash: "0"))
        for number in 0...100 {
            list.rememberBrowser(
                withSecretHash: "\(number)",
                at: Date(timeIntervalSince1970: Double(number))
            )
        }
        #expect(!list.knowsBrowser(withSecretHash: "0") && list.knowsBrowser(withSecretHash: "1"))
        let copy = try JSONDecoder().decode(CredentialList.self, from: JSONEncoder().encode(list))
        #expect(copy.knowsBrowser(withSecretHash: "100"))
    }
}
