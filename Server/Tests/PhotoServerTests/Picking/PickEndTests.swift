import Foundation
import OpenPhotoKit
import Photos
import ServeRules
import TestPermits
import Testing

@testable import PhotoServer

/// The ends of a question without picks.
@Suite(.permit) struct PickEndTests: PickModeTests {
    @Test func thePersonCancels() async throws {
        try await Self.run(Self.request { $0.application = Self.frame }) { serve in
            try serve.library.access.setPolicy(.notDetermined)
            let person = try await serve.owner()
            #expect(
                try await serve.send("DELETE", "/api/pick", as: person, json: [:]).status == 204
            )
            guard case .cancelled(.person) = try await Self.outcome(serve) else {
                Issue.record("The question was not cancelled.")
                return
            }
            #expect(try Self.status(serve) == nil)
        }
    }

    @Test func nobodyOpensThePage() async throws {
        try await Self.run(Self.request { $0.wait = 300 }) { serve in
            serve.clock.advance(299)
            let session = try #require(serve.server.pick)
            session.checkPresence(isFollowing: false, at: serve.clock.clock.seconds)
            #expect(!session.isOver)
            serve.clock.advance(1)
            guard case .cancelled(.nobodyCame) = try await Self.outcome(serve) else {
                Issue.record("The question was not cancelled.")
                return
            }
        }
    }

    @Test func thePageIsClosed() async throws {
        try await Self.run { serve in
            let person = try await serve.owner()
            _ = try await serve.get("/api/pick", as: person)
            let session = try #require(serve.server.pick)
            let left = try await serve.send("POST", "/api/pick/leave", as: person, json: [:])
            #expect(left.status == 204)
            // A reload asks again.
            serve.clock.advance(4)
            _ = try await serve.get("/api/pick", as: person)
            serve.clock.advance(4)
            session.checkPresence(isFollowing: false, at: serve.clock.clock.seconds)
            #expect(!session.isOver)
            _ = try await serve.send("POST", "/api/pick/leave", as: person, json: [:])
            serve.clock.advance(5)
            guard case .cancelled(.pageClosed) = try await Self.outcome(serve) else {
                Issue.record("The question was not cancelled.")
                return
            }
        }
    }

    @Test func anAnswerThatHasBegunComesBeforeAnEnd() async throws {
        let session = PickSession(Self.request { _ in }, at: 0)
        try await session.answerQuestion {
            session.endQuestion(with: .cancelled(.askerEnded))
            #expect(!session.isOver)
            return .decided("limited")
        }
        guard case .decided("limited") = await session.waitForOutcome() else {
            Issue.record("The answer was dropped.")
            return
        }
    }

    @Test func anAnswerThatFailsLeavesTheEndToOthers() async throws {
        let session = PickSession(Self.request { _ in }, at: 0)
        await #expect(throws: Problem.self) {
            try await session.answerQuestion {
                session.endQuestion(with: .cancelled(.askerEnded))
                throw Problem.noFile
            }
        }
        guard case .cancelled(.askerEnded) = await session.waitForOutcome() else {
            Issue.record("The question goes on.")
            return
        }
    }
}
