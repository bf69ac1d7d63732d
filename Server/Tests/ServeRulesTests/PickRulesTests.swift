import Foundation
import TestPermits
import Testing

@testable import ServeRules

/// Decisions about picking without a library.
@Suite(.permit) struct PickRulesTests {
    private func request(_ text: String) throws -> PickRequest {
        try PickRequest.read(from: Data(text.utf8))
    }

    @Test func aRequestWithoutMembersAsksForOnePhoto() throws {
        let request = try request("{}")
        #expect(request == PickRequest())
        #expect(request.limit == 1 && request.application == nil && request.filter == nil)
    }

    @Test func filtersBecomePredicates() throws {
        let text = """
            {"filter": {"all": [{"any": [{"kind": "images"}, {"kind": "videos"}]},
                                {"not": {"kind": "screenshots"}}]}, "limit": 0, "ordered": true}
            """
        let request = try request(text)
        #expect(request.isOrdered && request.limit == 0)
        #expect(
            request.filter?.predicate
                == "((mediaType == 1) OR (mediaType == 2)) AND (NOT ((mediaSubtypes & 4) != 0))"
        )
    }

    @Test(arguments: [
        "", "[]", "{\"limit\": -1}", "{\"limit\": \"3\"}", "{\"wait\": 0}", "{\"wait\": 901}",
        "{\"kind\": \"access\"}", "{\"kind\": \"other\"}", "{\"application\": \"\"}",
        "{\"copies\": \"relative\"}", "{\"filter\": {}}", "{\"filter\": {\"kind\": \"cats\"}}",
        "{\"filter\": {\"any\": []}}", "{\"filter\": {\"kind\": \"images\", \"not\": {}}}",
    ])
    func malformedRequestsAreRefused(_ text: String) {
        #expect(throws: PickRequestError.self) { try request(text) }
    }

    @Test func largeFiltersAreRefused() {
        let deep =
            String(repeating: "{\"not\": ", count: 40) + "{\"kind\": \"images\"}"
            + String(repeating: "}", count: 40)
        #expect(throws: PickRequestError.self) { try request("{\"filter\": \(deep)}") }
        let kinds = Array(repeating: "{\"kind\": \"images\"}", count: 300).joined(separator: ",")
        #expect(throws: PickRequestError.self) {
            try request("{\"filter\": {\"any\": [\(kinds)]}}")
        }
    }

    @Test func theLimitCounts() throws {
        let names = try (0..<4).map { number in
            try #require(ObjectName("00000000-0000-4000-8000-00000000000\(number)"))
        }
        #expect(PickRules.refusal(of: [], limit: 3) == .nothing)
        #expect(PickRules.refusal(of: Array(names[..<3]), limit: 3) == nil)
        #expect(PickRules.refusal(of: names, limit: 3) == .tooMany)
        #expect(PickRules.refusal(of: names, limit: 0) == nil)
        #expect(PickRules.refusal(of: [names[0], names[0]], limit: 0) == .twice)
    }

    @Test func picksWidenWhatLimitedClientsSee() {
        #expect(PickRules.effect(for: .full) == .identifiers)
        #expect(PickRules.effect(for: .limited) == .selection)
        #expect(PickRules.effect(for: .undecided) == .selection)
        #expect(PickRules.effect(for: .denied) == .copies)
    }

    @Test func nobodyCameInTime() {
        var presence = PickPresence(waiting: 300, at: 1000)
        #expect(presence.verdict(at: 1299) == .waiting)
        #expect(presence.verdict(at: 1300) == .neverCame)
        presence.recordRequest(at: 1299)
        #expect(presence.verdict(at: 1300) == .waiting)
    }

    @Test func aPageThatFollowsEventsIsThere() {
        var presence = PickPresence(waiting: 300, at: 1000)
        presence.recordRequest(at: 1010)
        for second in stride(from: 1011.0, to: 90_000, by: 1) {
            presence.recordEventStream(isOpen: true, at: second)
        }
        #expect(presence.verdict(at: 90_000) == .waiting)
        #expect(presence.verdict(at: 90_100) == .gone)
    }

    @Test func aPageThatWasLeftMayComeBackForFiveSeconds() {
        var presence = PickPresence(waiting: 300, at: 1000)
        presence.recordRequest(at: 1010)
        presence.recordDeparture(at: 1020)
        // The stream of the closed page is noticed late.
        presence.recordEventStream(isOpen: true, at: 1024)
        #expect(presence.verdict(at: 1024) == .waiting)
        #expect(presence.verdict(at: 1025) == .gone)
        presence.recordRequest(at: 1024)
        #expect(presence.verdict(at: 1030) == .waiting)
    }

    @Test func copiesHavePlainNames() {
        #expect(CopyNames.copyName(of: "IMG_1.JPG") == "IMG_1.JPG")
        #expect(CopyNames.copyName(of: "IMG_1.JPG", number: 2) == "IMG_1 (2).JPG")
        #expect(CopyNames.copyName(of: "../../etc/passwd") == "passwd")
        #expect(CopyNames.copyName(of: "..") == "photo")
        #expect(CopyNames.copyName(of: "a\u{0}b/") == "ab")
        #expect(CopyNames.copyName(of: ".hidden", number: 3) == ".hidden (3)")
        let long = CopyNames.copyName(of: String(repeating: "é", count: 300) + ".jpeg", number: 12)
        #expect(long.utf8.count <= 255 && long.hasSuffix(" (12).jpeg"))
        #expect(CopyNames.fileName("IMG_1.HEIC", withSuffixOf: "FullSizeRender.jpg") == "IMG_1.jpg")
        #expect(CopyNames.fileName("IMG_1.HEIC", withSuffixOf: "render") == "IMG_1.HEIC")
    }
}
