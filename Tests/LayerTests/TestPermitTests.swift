import Foundation
import Synchronization
import Testing

@testable import TestPermits

/// Each suite takes its turn, so that a test's duration and its time limit are its own.
@Suite(.permit) struct TestPermitTests {
    /// The types of a file that have tests and wait for no permit.
    private static func suitesWithoutPermit(in text: String) -> [Substring] {
        // The declarations of the format end with a brace at the beginning of a line.
        text.split(separator: "\n}").compactMap { declaration in
            guard declaration.contains(/\n +@Test\b/), !declaration.contains(".permit") else {
                return nil
            }
            return declaration.firstMatch(of: /\n[^\n]*struct (\w+)/)?.output.1
        }
    }

    @Test func `each suite of the library, the examples and the server waits for a permit`() throws
    {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var count = 0
        for folder in ["Tests", "Examples/Tests", "Server/Tests"] {
            let folder = root.appending(path: folder)
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            where path.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
                let missing = Self.suitesWithoutPermit(in: text)
                #expect(missing.isEmpty, "\(path): \(missing) needs @Suite(.permit).")
                count += 1
            }
        }
        #expect(count > 400)
    }

    @Test func `planted: a suite without a permit is found`() {
        let text = """
            import Testing

            @Suite(.permit) struct FirstTests {
                @Test func one() {}
            }

            struct Fixture {
                let name: String
            }

            @Suite(.serialized)
            struct SecondTests {
                @Test func two() {}
            }
            """
        #expect(Self.suitesWithoutPermit(in: text) == ["SecondTests"])
    }

    private final class Shared<Value: Sendable>: Sendable {
        let value: Mutex<Value>

        init(_ value: Value) { self.value = Mutex(value) }
    }

    @Test func `no more tests run at once than there are permits`() async {
        let permits = TestPermits(count: 3)
        let running = Shared((now: 0, most: 0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    await permits.wait()
                    running.value.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                    for _ in 0..<5 { await Task.yield() }
                    running.value.withLock { $0.now -= 1 }
                    permits.release()
                }
            }
        }
        #expect(running.value.withLock { $0.now } == 0)
        #expect(1...3 ~= running.value.withLock { $0.most })
    }

    /// The order in which ten tests begin that wait for one permit.
    private func order(seed: UInt64?) async -> [Int] {
        let permits = TestPermits(count: 1, seed: seed)
        let order = Shared<[Int]>([])
        await permits.wait()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask {
                    await permits.wait()
                    order.value.withLock { $0.append(number) }
                    permits.release()
                }
                // They wait in the order of their numbers.
                while permits.waitingCount <= number { await Task.yield() }
            }
            permits.release()
        }
        return order.value.withLock { $0 }
    }

    @Test func `waiting tests begin in turn, or in an order that the seed decides`() async {
        #expect(await order(seed: nil) == Array(0..<10))
        let first = await order(seed: 1)
        #expect(first.sorted() == Array(0..<10) && first != Array(0..<10))
        #expect(await order(seed: 1) == first)
        #expect(await order(seed: 2) != first)
    }
}
