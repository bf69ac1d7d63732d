import Foundation
import ServeRules
import TestPermits
import Testing

/// Tests of what a link asks of its guests.
@Suite(.permit) struct LinkTermsTests {
    private let start = Date(timeIntervalSince1970: 1_000_000_000)

    private func link(_ terms: LinkTerms?) -> Credential {
        Credential(
            id: "l",
            name: "l",
            kind: .link,
            secretHash: "hash",
            created: start,
            grant: .owner,
            terms: terms
        )
    }

    @Test func viewsAreCountedUpToTheLimit() {
        var terms = LinkTerms(mostViews: 2)
        let counted = (0..<4).map { _ in terms.countView() }
        #expect(counted == [true, true, false, false])
        #expect(terms.views == 2 && terms.isUsedUp)
        var endless = LinkTerms()
        let all = (0..<1000).map { _ in endless.countView() }
        #expect(all.allSatisfy(\.self) && endless.views == 1000)
    }

    @Test func theListCountsTheViewsOfItsLinks() throws {
        var list = CredentialList()
        _ = list.add(link(LinkTerms(passwordHash: Data([1]), mostViews: 1)))
        let isFirst = list.countView(ofLink: "l")
        let isSecond = list.countView(ofLink: "l")
        let isUnknown = list.countView(ofLink: "other")
        #expect(isFirst && !isSecond && !isUnknown)
        let data = try JSONEncoder().encode(list)
        let copy = try JSONDecoder().decode(CredentialList.self, from: data)
        #expect(copy["l"]?.terms == list["l"]?.terms && copy["l"]?.terms?.views == 1)
    }

    @Test func linksOfEarlierVersionsHaveNoLimit() {
        var list = CredentialList()
        _ = list.add(link(nil))
        for _ in 0..<3 {
            let isCounted = list.countView(ofLink: "l")
            #expect(isCounted)
        }
        #expect(list["l"]?.terms?.views == 3 && list["l"]?.terms?.isUsedUp == false)
    }

    @Test func manyAddressesThatGuessOnePasswordGetSlowTogether() {
        var limit = AttemptLimit()
        for number in 0..<AttemptLimit.all {
            limit.recordFailure(of: .linkPassword(link: "l", address: "\(number)"), at: 5)
        }
        #expect(limit.waitingTime(of: .linkPassword(link: "l", address: "new"), at: 10) == 55)
        #expect(limit.waitingTime(of: .linkPassword(link: "l", address: "new"), at: 66) == nil)
        let others: [AttemptSource] = [
            .linkPassword(link: "other", address: "0"), .address("new"), .links("0"),
            .guests("l"), .known("own account"),
        ]
        for other in others { #expect(limit.waitingTime(of: other, at: 10) == nil) }
    }
}
