import Dispatch
import Photos
import PhotosTestSupport
import TestPermits
import Testing

/// Where handlers are called, with queues that stand for the main queue.
@Suite(.permit) struct ResultCallsTests {
    private static let name = DispatchSpecificKey<String>()

    private func queue(_ label: String) -> DispatchQueue {
        let queue = DispatchQueue(label: label)
        queue.setSpecific(key: Self.name, value: label)
        return queue
    }

    private func queueName(_ calls: ResultCalls) async -> String? {
        await withCheckedContinuation { continuation in
            calls.call { continuation.resume(returning: DispatchQueue.getSpecific(key: Self.name)) }
        }
    }

    private func sample(_ state: String) -> MainQueueWatch.Sample? {
        MainQueueWatch.Sample(status: "State:\t\(state)", systemCall: "")
    }

    @Test func `a main queue that is served gets the calls`() async {
        let calls = ResultCalls(main: queue("main")) { nil }
        #expect(await queueName(calls) == "main")
        #expect(await queueName(calls) == "main")
    }

    @Test func `a main queue that nobody serves does not, until somebody does`() async {
        let main = queue("main")
        main.suspend()
        let asleep = sample("S")
        let calls = ResultCalls(main: main) { asleep }
        #expect(await queueName(calls) == nil)
        #expect(await queueName(calls) == nil)
        main.resume()
        // Whatever is behind the question knows the answer.
        await withCheckedContinuation { continuation in main.async { continuation.resume() } }
        #expect(await queueName(calls) == "main")
    }

    @Test func `calls that wait for the verdict keep their order`() async {
        let main = queue("main")
        main.suspend()
        let asleep = sample("S")
        let calls = ResultCalls(main: main) { asleep }
        let seen = Collected<Int>()
        for number in 0..<20 { calls.call { seen.add(number) } }
        _ = await queueName(calls)
        #expect(seen.values == Array(0..<20))
        main.resume()
    }

    @Test func `a queue that was set gets the calls`() async {
        let calls = ResultCalls(main: queue("main")) { nil }
        calls.delivery = .queue(queue("mine"))
        #expect(await queueName(calls) == "mine")
        calls.delivery = .main
        #expect(await queueName(calls) == "main")
    }
}
