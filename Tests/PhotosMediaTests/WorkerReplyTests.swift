import Foundation
import PhotosMedia
import PhotosTestSupport
import Testing

/// The parent's side of the protocol against a worker that a hostile file took over.
struct WorkerReplyTests {
    private let facts = MediaFacts(
        header: MediaHeader(type: .jpeg, storedWidth: 4, storedHeight: 3)
    )

    private func code(_ reply: WorkerReply) throws -> MediaWorkerError.Code? {
        do throws(MediaWorkerError) {
            _ = try WorkerCoding.reply(try encoded(reply))
            return nil
        } catch {
            return error.code
        }
    }

    private func encoded(_ reply: WorkerReply) throws(MediaWorkerError) -> [UInt8] {
        guard let bytes = try? WorkerCoding.encode(reply) else {
            throw MediaWorkerError(.cannotStart, "the test's own message cannot be written")
        }
        return bytes
    }

    @Test func `honest answers pass`() throws {
        #expect(try code(WorkerReply(facts: facts)) == nil)
        #expect(try code(WorkerReply(failure: .init(MediaFileError(.damaged, "cut off")))) == nil)
        #expect(try code(WorkerReply(versions: ["libvips": "8.14.1"])) == nil)
    }

    private typealias Change = @Sendable (inout MediaFacts) -> Void

    private static let impossible: [Change] = [
        { $0.pixelWidth = -1 },
        { $0.pixelHeight = .max },
        { $0.duration = -1 },
        { $0.duration = 1e300 },
        { $0.creationDate = Date(timeIntervalSince1970: 1e18) },
        { $0.zoneOffset = .min },
        { $0.location = MediaFacts.Location(latitude: 91, longitude: 0) },
        { $0.location = MediaFacts.Location(latitude: 1, longitude: 1, altitude: 1e200) },
        { $0.rating = 6 },
        { $0.caption = String(repeating: "x", count: MediaFacts.maximumCaption + 1) },
        { $0.keywords = Array(repeating: "x", count: MediaFacts.maximumKeywords + 1) },
    ]

    @Test(arguments: impossible.indices)
    func `impossible facts are refused`(index: Int) throws {
        var changed = facts
        Self.impossible[index](&changed)
        #expect(try code(WorkerReply(facts: changed)) == .badReply)
    }

    @Test func `texts that would draw on a terminal are refused`() throws {
        let escape = MediaFileError(.damaged, "\u{1B}[2J")
        #expect(try code(WorkerReply(failure: .init(escape))) == .badReply)
        let long = MediaFileError(.damaged, String(repeating: "x", count: 501))
        #expect(try code(WorkerReply(failure: .init(long))) == .badReply)
        #expect(try code(WorkerReply(versions: ["a": "\n"])) == .badReply)
    }

    @Test func `the longest facts fit a message, every character escaped`() throws {
        var longest = facts
        let control = String(repeating: "\u{1}", count: MediaFacts.maximumText)
        longest.caption = String(repeating: "\u{1}", count: MediaFacts.maximumCaption)
        longest.keywords = Array(repeating: "/" + control.dropLast(), count: 80)
        longest.cameraMake = control
        let bytes = try WorkerCoding.encode(WorkerReply(facts: longest.withinLimits()))
        #expect(bytes.count <= WorkerCoding.maximumMessage)
    }

    @Test func `random damage to an answer ends in an answer or an error`() throws {
        let bytes = try WorkerCoding.encode(WorkerReply(facts: facts))
        var random = SeededNumbers(seed: 7)
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                damaged[.random(in: 0..<damaged.count, using: &random)] = .random(
                    in: 0...255,
                    using: &random
                )
            }
            if let reply = try? WorkerCoding.reply(damaged), let facts = reply.facts {
                #expect(facts.isPlausible)
            }
        }
        let deep = [UInt8](repeating: 0x5B, count: 100_000)
        #expect(throws: MediaWorkerError.self) { try WorkerCoding.reply(deep) }
    }
}
