import Foundation
import PhotosMedia
import PhotosTestSupport
import Testing

/// Gives a worker one bad file after another, and keeps account.
struct HostileRun {
    private(set) var counts: [String: Int] = [:]
    private(set) var longest: Duration = .zero
    /// The most memory that a worker ever had, in KiB; that of one that was killed is not known.
    private(set) var memory = 0
    private var files = 0

    private let client: MediaWorkerClient
    private let folder: ScratchFolder
    private let good: FileHandle

    init() throws {
        client = try TestWorker.client()
        folder = try ScratchFolder()
        good = try folder.open(TestJPEG(width: 64, height: 48).data())
    }

    /// Asks for pictures and facts of a file, and for a good one where the worker did not survive.
    mutating func run(_ bytes: [UInt8], _ name: String) throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: folder.write(bytes, to: "bad")))
        let request = PictureRequest(renditions: [
            .init(.about(longSide: 256), .jpeg(quality: 75)), .init(.about(longSide: 64), .pixels),
        ])
        let client = client
        let picture = try note("picture", name) {
            _ = try client.pictures(of: file.fileDescriptor, request)
        }
        let facts = try note("facts", name) {
            _ = try client.facts(of: file.fileDescriptor, zone: .gmt)
        }
        // A copy with other metadata: written, refused, or the end of one worker.
        let copy = try FileHandle(forUpdating: URL(filePath: folder.write([], to: "copy")))
        let metadata = metadata
        let embedding = try note("embedding", name) {
            _ = try client.embed(metadata, from: file.fileDescriptor, into: copy.fileDescriptor)
        }
        files += 1
        if !picture || !facts || !embedding || files % 50 == 0 { try checkGoodFile(after: name) }
    }

    private var metadata: WrittenMetadata {
        var metadata = WrittenMetadata()
        metadata.caption = .value("a caption")
        metadata.place = .value(.init(latitude: 1, longitude: 2))
        metadata.captureDate = .value(CaptureTime(localSeconds: 1e9, zoneOffset: 0))
        return metadata
    }

    /// The next good file works.
    func checkGoodFile(after name: String) throws {
        let request = PictureRequest(renditions: [.init(.full, .pixels)])
        let pictures = try client.pictures(of: good.fileDescriptor, request)
        #expect(pictures.first?.width == 64, "after \(name)")
        #expect(pictures.first?.bytes.count == 12_288, "after \(name)")
    }

    /// Returns whether the worker survived.
    private mutating func note(
        _ kind: String,
        _ name: String,
        _ body: () throws -> Void
    ) throws -> Bool {
        let clock = ContinuousClock()
        var outcome = "answered"
        var survived = true
        let time = try clock.measure {
            do {
                try body()
            } catch is MediaFileError {
                outcome = "refused"
            } catch let error as MediaWorkerError {
                outcome = error.code.rawValue
                survived = false
                // Anything else would be a fault of ours.
                #expect([.died, .timedOut].contains(error.code), "\(name): \(error)")
            }
        }
        counts["\(kind) \(outcome)", default: 0] += 1
        longest = max(longest, time)
        for identifier in client.idleProcessIdentifiers {
            memory = max(memory, Self.peak(of: identifier))
        }
        return survived
    }

    private static func peak(of process: Int32) -> Int {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }
            ?? 0
    }

    var report: String {
        let sorted = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return "\(files) hostile files: \(sorted.joined(separator: ", ")); longest \(longest), "
            + "most memory \(memory >> 10) MiB"
    }
}
