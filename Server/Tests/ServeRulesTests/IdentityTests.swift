import Foundation
import ServeRules
import TestPermits
import Testing

/// Tests of the rules for entering.
@Suite(.permit) struct IdentityTests {
    private let start = Date(timeIntervalSince1970: 1_000_000_000)

    private func credential(
        _ id: String,
        _ kind: Credential.Kind = .session,
        ends: Double? = nil,
        link: String? = nil
    ) -> Credential {
        Credential(
            id: id,
            name: id,
            kind: kind,
            secretHash: "hash of \(id)",
            created: start,
            ends: ends.map(start.addingTimeInterval),
            grant: .owner,
            link: link
        )
    }

    /// Uses a credential some seconds after the start.
    private func useCredential(
        _ id: String,
        in list: inout CredentialList,
        ofKinds kinds: Set<Credential.Kind> = [.session],
        after seconds: Double = 0
    ) -> (credential: Credential, isNews: Bool)? {
        list.useCredential(
            withSecretHash: "hash of \(id)",
            ofKinds: kinds,
            at: start.addingTimeInterval(seconds)
        )
    }

    @Test func sessionsEndUnused() {
        var list = CredentialList()
        let pushedOut1 = list.add(credential("a"))
        #expect(pushedOut1 == [])
        let month = CredentialList.idleDays * 86_400
        let found2 = useCredential("a", in: &list, after: month - 1)
        #expect(found2 != nil)
        // Use makes a session younger.
        let found3 = useCredential("a", in: &list, after: month * 2 - 2)
        #expect(found3 != nil)
        let found4 = useCredential("a", in: &list, after: month * 3)
        #expect(found4 == nil)
        let expired5 = list.removeExpired(at: start.addingTimeInterval(month * 3))
        #expect(expired5.map(\.id) == ["a"])
        #expect(list.all.isEmpty)
    }

    @Test func aUseWithinAMinuteIsNoNews() {
        var list = CredentialList()
        _ = list.add(credential("a"))
        let found6 = useCredential("a", in: &list, after: 10)
        #expect(found6?.isNews == false)
        let found7 = useCredential("a", in: &list, after: 60)
        #expect(found7?.isNews == true)
    }

    @Test func placesThatClientsHoldAreBounded() {
        var places = ClientPlaces(eachLimit: 2, limitedLimit: 3)
        let taken = [("a", true), ("a", true), ("a", true), ("b", true), ("c", true)]
            .map { places.takePlace(for: $0.0, isLimited: $0.1) }
        #expect(taken == [true, true, false, true, false])
        // The owner's count by themselves.
        let owners = (0..<3).map { _ in places.takePlace(for: "owner", isLimited: false) }
        #expect(owners == [true, true, false])
        places.returnPlace(of: "a", isLimited: true)
        let isFree = places.takePlace(for: "c", isLimited: true)
        let isFreeAgain = places.takePlace(for: "a", isLimited: true)
        #expect(isFree && !isFreeAgain)
        places.returnPlace(of: "owner", isLimited: false)
        let isFreeForOwner = places.takePlace(for: "owner", isLimited: false)
        #expect(isFreeForOwner)
    }

    @Test func findingACredentialRecordsNoUse() {
        var list = CredentialList()
        _ = list.add(credential("l", .link, ends: 200))
        func find(after seconds: Double) -> Credential? {
            list.credential(
                withSecretHash: "hash of l",
                ofKinds: [.link],
                at: start.addingTimeInterval(seconds)
            )
        }
        #expect(find(after: 100)?.lastUsed == start && list["l"]?.lastUsed == start)
        #expect(find(after: 200) == nil)
    }

    @Test func aSecretCountsForItsKindAlone() {
        var list = CredentialList()
        _ = list.add(credential("l", .link))
        let found8 = useCredential("l", in: &list, ofKinds: [.session, .device])
        #expect(found8 == nil)
        let found9 = useCredential("l", in: &list, ofKinds: [.link])
        #expect(found9 != nil)
        let found10 = useCredential("unknown", in: &list, ofKinds: [.session, .device, .link])
        #expect(found10 == nil)
    }

    @Test func linksEndWithTheirSessions() {
        var list = CredentialList()
        _ = list.add(credential("l", .link, ends: 100))
        _ = list.add(credential("s", ends: 100, link: "l"))
        _ = list.add(credential("other"))
        let found11 = useCredential("s", in: &list, after: 99)
        #expect(found11 != nil)
        let found12 = useCredential("s", in: &list, after: 100)
        #expect(found12 == nil)
        let expired13 = list.removeExpired(at: start.addingTimeInterval(100))
        #expect(Set(expired13.map(\.id)) == ["l", "s"])
        #expect(list.all.map(\.id) == ["other"])
    }

    @Test func revokingALinkRevokesItsSessions() {
        var list = CredentialList()
        _ = list.add(credential("l", .link))
        _ = list.add(credential("s", link: "l"))
        let revoked14 = list.revokeCredential(withID: "l")
        #expect(Set(revoked14.map(\.id)) == ["l", "s"])
        let found15 = useCredential("s", in: &list)
        #expect(found15 == nil)
        let revoked16 = list.revokeCredential(withID: "l")
        #expect(revoked16.isEmpty)
        // A session whose link is gone opens nothing, even if it is still in the list.
        _ = list.add(credential("orphan", link: "gone"))
        let found17 = useCredential("orphan", in: &list)
        #expect(found17 == nil)
    }

    @Test func theListIsBounded() {
        var list = CredentialList()
        for number in 0..<CredentialList.limit { _ = list.add(credential("\(number)", .device)) }
        let pushedOut18 = list.add(credential("one more"))
        #expect(pushedOut18 == nil)
        #expect(list.all.count == CredentialList.limit)
        _ = list.revokeCredential(withID: "0")
        let pushedOut19 = list.add(credential("s1"))
        #expect(pushedOut19 == [])
        let pushedOut20 = list.add(credential("s2"))
        #expect(pushedOut20?.map(\.id) == ["s1"])
        #expect(list["s1"] == nil && list["s2"] != nil)
    }

    @Test func aLinkHasOneHundredSessionsOfItsOwn() {
        var list = CredentialList()
        _ = list.add(credential("owner"))
        _ = list.add(credential("l", .link))
        _ = list.add(credential("m", .link))
        _ = list.add(credential("other guest", link: "m"))
        for number in 0..<CredentialList.linkLimit {
            let pushedOut = list.add(credential("s\(number)", link: "l"))
            #expect(pushedOut == [])
            if number != 7 { _ = useCredential("s\(number)", in: &list, after: 60) }
        }
        let pushedOut21 = list.add(credential("late", link: "l"))
        #expect(pushedOut21?.map(\.id) == ["s7"])
        #expect(list["owner"] != nil && list["other guest"] != nil && list["late"] != nil)
    }

    @Test func sessionsOfGuestsMakeRoomBeforeThoseOfTheOwner() {
        var list = CredentialList()
        _ = list.add(credential("owner"))
        _ = list.add(credential("l", .link))
        _ = list.add(credential("guest", link: "l"))
        _ = useCredential("guest", in: &list, after: 60)
        for number in 3..<CredentialList.limit { _ = list.add(credential("\(number)", .device)) }
        let pushedOut22 = list.add(credential("device", .device))
        #expect(pushedOut22?.map(\.id) == ["guest"])
        // A guest pushes nobody out but guests.
        let pushedOut23 = list.add(credential("another guest", link: "l"))
        #expect(pushedOut23 == nil)
        #expect(list["owner"] != nil)
    }

    @Test func theListSurvivesItsFile() throws {
        var list = CredentialList()
        _ = list.add(credential("l", .link, ends: 100))
        let copy = try JSONDecoder().decode(CredentialList.self, from: JSONEncoder().encode(list))
        #expect(copy == list)
    }

    @Test func codesOpenOnce() {
        var codes = OneTimeCodes()
        codes.addCode(withHash: "a", at: 0)
        let taken21 = codes.useCode(withHash: "b", at: 1)
        #expect(taken21 == false)
        let taken22 = codes.useCode(withHash: "a", at: 1)
        #expect(taken22)
        let taken23 = codes.useCode(withHash: "a", at: 1)
        #expect(!taken23)
        codes.addCode(withHash: "old", at: 0)
        let taken24 = codes.useCode(withHash: "old", at: OneTimeCodes.seconds + 1)
        #expect(!taken24)
        for number in 0...OneTimeCodes.limit { codes.addCode(withHash: "\(number)", at: 10) }
        let taken25 = codes.useCode(withHash: "0", at: 10)
        #expect(!taken25)
        let taken26 = codes.useCode(withHash: "1", at: 10)
        #expect(taken26)
    }

    @Test func guessingGetsSlow() {
        var limit = AttemptLimit()
        var now = 0.0
        for _ in 1..<AttemptLimit.free {
            limit.recordFailure(of: .address("a"), at: now)
            #expect(limit.waitingTime(of: .address("a"), at: now) == nil)
        }
        var waits: [Double] = []
        for _ in 0..<15 {
            limit.recordFailure(of: .address("a"), at: now)
            let wait = limit.waitingTime(of: .address("a"), at: now) ?? 0
            waits.append(wait)
            now += wait
        }
        #expect(waits.prefix(4) == [1, 2, 4, 8])
        #expect(waits.last == AttemptLimit.longest)
        #expect(limit.waitingTime(of: .address("b"), at: now) == nil)
        limit.recordSuccess(of: .address("a"))
        #expect(limit.waitingTime(of: .address("a"), at: now) == nil)
    }

    @Test func whoHasALinkWinsNoGuesses() {
        var limit = AttemptLimit()
        for _ in 0..<AttemptLimit.free {
            limit.recordFailure(of: .address("a"), at: 0)
            limit.recordFailure(of: .address("a"), at: 0)
            limit.removeLastFailure(of: .address("a"))
        }
        limit.recordFailure(of: .address("a"), at: 0)
        #expect(limit.waitingTime(of: .address("a"), at: 0) == 2)
        // The attempt itself leaves nothing.
        let before = limit
        limit.recordFailure(of: .address("b"), at: 0)
        limit.removeLastFailure(of: .address("b"))
        #expect(limit == before)
    }

    @Test func manyAddressesGetSlowTogether() {
        var limit = AttemptLimit()
        for number in 0..<AttemptLimit.all {
            limit.recordFailure(of: .address("address \(number)"), at: 5)
        }
        #expect(limit.waitingTime(of: .address("new"), at: 10) == 55)
        #expect(limit.waitingTime(of: .address("new"), at: 66) == nil)
    }

    @Test func ratesRefill() {
        var rate = RequestRate(burst: 3, perSecond: 2)
        for _ in 0..<3 {
            let taken27 = rate.takeToken(of: "a", at: 0)
            #expect(taken27 == nil)
        }
        let taken28 = rate.takeToken(of: "a", at: 0)
        #expect(taken28 == 0.5)
        let taken29 = rate.takeToken(of: "b", at: 0)
        #expect(taken29 == nil)
        let taken30 = rate.takeToken(of: "a", at: 0.5)
        #expect(taken30 == nil)
        let taken31 = rate.takeToken(of: "a", at: 0.5)
        #expect(taken31 != nil)
    }

    @Test(
        arguments: [
            ("127.0.0.1", false, false, false, nil), ("localhost", false, false, false, nil),
            ("::1", false, false, false, nil), ("0.0.0.0", false, false, false, .noPassword),
            ("192.168.1.2", true, false, false, .noTLS), ("::", true, true, false, nil),
            ("0.0.0.0", true, false, true, nil), ("0.0.0.0", false, true, true, .noPassword),
            // Through a proxy, strangers reach the loopback, too.
            ("127.0.0.1", false, false, true, .noPassword),
            ("127.0.0.1.evil", false, false, false, .noPassword),
            ("127.1", true, false, false, .noTLS),
        ] as [(String, Bool, Bool, Bool, Exposure.Refusal?)]
    )
    func exposure(
        _ address: String,
        _ password: Bool,
        _ tls: Bool,
        _ proxy: Bool,
        _ refusal: Exposure.Refusal?
    ) {
        #expect(
            Exposure.refusal(
                address: address,
                hasPassword: password,
                hasTLS: tls,
                isBehindProxy: proxy
            )
                == refusal
        )
    }

    @Test(arguments: [Exposure.Refusal.noPassword, .noTLS])
    func refusalsSayWhatToDo(_ refusal: Exposure.Refusal) {
        let plain = refusal.message(isInImage: false)
        #expect(!plain.contains("compose.yaml"))
        #expect(plain.contains(refusal == .noPassword ? "--password-file" : "--certificate"))
        let inImage = refusal.message(isInImage: true)
        // Nobody has a terminal in the container.
        #expect(inImage.contains("compose.yaml") && !inImage.contains("--set-password"))
    }

    @Test(arguments: [
        ("0.0.0.0", "127.0.0.1"), ("::", "::1"), ("127.0.0.1", "127.0.0.1"),
        ("192.168.1.2", "192.168.1.2"),
    ])
    func aServerIsNearAt(_ listening: String, _ address: String) {
        #expect(Exposure.nearAddress(of: listening) == address)
    }
}
