import ServeRules
import TestPermits
import Testing

/// The limits of one connection.
@Suite(.permit) struct ConnectionPaceTests {
    @Test func slowHeadsEnd() {
        var pace = ConnectionPace(at: 100)
        #expect(pace.deadline() == 160)
        pace.recordHead(isUpload: false, at: 110)
        #expect(pace.deadline() == 140)
        pace.recordRequestEnd()
        #expect(pace.deadline() == nil)
        pace.recordAnswerEnd(at: 500)
        #expect(pace.deadline() == 560)
    }

    @Test func idleConnectionsMakeRoom() {
        var pace = ConnectionPace(at: 100)
        #expect(pace.deadline(isCrowded: true) == 105)
        // A request that is under way keeps its time.
        pace.recordHead(isUpload: false, at: 110)
        #expect(pace.deadline(isCrowded: true) == 140)
    }

    @Test func trickledBodiesDoNotMoveTheDeadline() {
        var pace = ConnectionPace(at: 0)
        pace.recordHead(isUpload: false, at: 0)
        for second in 1...20 {
            let isAllowed1 = pace.recordBody(byteCount: 1, at: Double(second))
            #expect(isAllowed1)
        }
        #expect(pace.deadline() == 30)
    }

    @Test func endlessBodiesAreTooLarge() {
        var limits = ConnectionPace.Limits()
        limits.bodyBytes = 100
        limits.largestUpload = 1000
        var pace = ConnectionPace(limits, at: 0)
        pace.recordHead(isUpload: false, at: 0)
        let isAllowed2 = pace.recordBody(byteCount: 100, at: 0)
        #expect(isAllowed2)
        let isAllowed3 = pace.recordBody(byteCount: 1, at: 0)
        #expect(!isAllowed3)
        pace.recordHead(isUpload: true, at: 0)
        let isAllowed4 = pace.recordBody(byteCount: 1000, at: 0)
        #expect(isAllowed4)
        let isAllowed5 = pace.recordBody(byteCount: 1, at: 0)
        #expect(!isAllowed5)
    }

    @Test func uploadsHaveToKeepUpARate() {
        var pace = ConnectionPace(at: 0)
        pace.recordHead(isUpload: true, at: 0)
        let isAllowed6 = pace.recordBody(byteCount: 100, at: 50)
        #expect(isAllowed6)
        #expect(pace.deadline() == 60)
        let isAllowed7 = pace.recordBody(byteCount: 20_000, at: 55)
        #expect(isAllowed7)
        #expect(pace.deadline() == 115)
    }

    @Test func bytesWithoutAHeadAreRefused() {
        var pace = ConnectionPace(at: 0)
        let isAllowed8 = pace.recordBody(byteCount: 1, at: 0)
        #expect(!isAllowed8)
    }

    @Test func answersHaveToBeTaken() {
        var pace = ConnectionPace(at: 0)
        pace.recordHead(isUpload: false, at: 0)
        pace.recordRequestEnd()
        #expect(pace.deadline() == nil)
        pace.recordAnswerWait(at: 10)
        // Waiting on is no news.
        pace.recordAnswerWait(at: 50)
        #expect(pace.deadline() == 310)
        pace.recordAnswerProgress()
        #expect(pace.deadline() == nil)
        pace.recordAnswerWait(at: 100)
        pace.recordAnswerEnd(at: 101)
        // The next request is due before the answer is.
        #expect(pace.deadline() == 161)
    }
}
