import Foundation
import Glibc
import OpenPhotoKit
import Workbench

/// Two processes that have one library open.
enum OtherProcess {
    private static let rounds = 200

    /// From the return of a commit here to the details in a process that observes.
    static func measure(_ library: PHPhotoLibrary, _ url: URL, _ size: Size) throws {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = ["observer", size.rawValue]
        child.environment = ProcessInfo.processInfo.environment.merging(
            ["OPENPHOTOKIT_BENCHMARK_COPY": url.path]
        ) { _, new in new }
        let output = Pipe()
        child.standardOutput = output
        try child.run()
        var lines = LineReader(output.fileHandleForReading.fileDescriptor)
        _ = lines.next()
        let result = byDate()
        var samples: [Double] = []
        for _ in 0..<rounds {
            usleep(UInt32.random(in: 2_000...4_000))
            let asset = result[Int.random(in: 0..<result.count)]
            let date = Date(
                timeIntervalSinceReferenceDate: 94_694_400 + Double.random(in: 0..<6e8)
            )
            try library.performChangesAndWait {
                PHAssetChangeRequest(for: asset).creationDate = date
            }
            let committed = nanoseconds()
            let times = lines.next()?.split(separator: " ").compactMap { Int64($0) } ?? []
            guard times.count == 2 else { break }
            let news = Watcher.News(began: times[0], ended: times[1])
            samples.append(Double(news.latency(since: committed)))
        }
        child.terminate()
        child.waitUntilExit()
        try Samples(Array(samples.dropFirst(2))).write()
    }

    /// Prints when the details of each change were read.
    static func observe(_ library: PHPhotoLibrary) -> Never {
        let watcher = Watcher(library, [byDate()])
        say("ready")
        while true {
            let news = watcher.wait()
            say("\(news.began) \(news.ended)")
        }
    }

    private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// The share of a processor that a process takes which observes while nothing happens.
    static func idle(_ library: PHPhotoLibrary) throws {
        let watcher = Watcher(library, [byDate()])
        sleep(1)
        let seconds = 5.0
        let before = processorTime()
        usleep(UInt32(seconds * 1e6))
        let used = processorTime() - before
        watcher.stop()
        try Samples(unit: "%", [used / seconds * 100]).write()
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// The lines that another process writes.
private struct LineReader {
    private let descriptor: Int32
    private var pending: [UInt8] = []

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    mutating func next() -> String? {
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            if let end = pending.firstIndex(of: 10) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeFirst(end + 1)
                return line
            }
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return nil }
            pending += buffer[..<count]
        }
    }
}
