import CAllocator
import Foundation
import Glibc
import OpenPhotoKit
import Workbench

/// What results and processes take, of memory and of time at first.
enum FreshProcess {
    /// The whole process after its first fetch of a hundred objects.
    static func resident() throws {
        let result = byDate()
        for index in 0..<100 { _ = result[index].creationDate }
        let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = status.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        try Samples(unit: "bytes", [pages * Double(getpagesize())]).write()
    }

    /// From an open library to a hundred objects, the first thing that a process does.
    static func firstFetch() throws {
        let start = nanoseconds()
        let result = byDate()
        precondition(result.count > 100)
        for index in 0..<100 { _ = result[index].creationDate }
        try Samples([Double(nanoseconds() - start)]).write()
    }

    /// Bytes an object of a result that is held.
    static func ofResult() throws {
        // A first one pays for caches of the library and of the system's libraries.
        touch(byDate())
        settle()
        let before = taken()
        let result = byDate()
        touch(result)
        let bytes = taken() - before
        try Samples(unit: "bytes", [bytes / Double(result.count)]).write()
    }

    /// Ten results that follow one another by one edit each: as a multiple of the first, or bytes an object.
    static func ofTenResults(_ library: PHPhotoLibrary, isMultiple: Bool) throws {
        touch(byDate())
        settle()
        let before = taken()
        let first = byDate()
        touch(first)
        let one = taken() - before
        let watcher = Watcher(library, [first])
        var held = [first]
        for number in 0..<9 {
            let asset = watcher.result[number * watcher.result.count / 9]
            let date = Date(timeIntervalSinceReferenceDate: 94_694_400 + .random(in: 0..<6e8))
            try library.performChangesAndWait {
                PHAssetChangeRequest(for: asset).creationDate = date
            }
            watcher.wait()
            held.append(watcher.result)
        }
        let ten = taken() - before
        precondition(Set(held.map(ObjectIdentifier.init)).count == 10)
        let samples =
            isMultiple
            ? Samples(unit: "times", [ten / one])
            : Samples(unit: "bytes", [ten / Double(first.count)])
        try samples.write()
    }

    /// Waits until the process has stopped to tidy up, such as after a list that it has put into a file.
    private static func settle() {
        var last = 0.0
        while abs(taken() - last) > 1_000 {
            last = taken()
            usleep(400_000)
        }
    }

    /// Looks at both ends and the middle, so that a list that is read lazily is there.
    private static func touch(_ result: PHFetchResult<PHAsset>) {
        for index in [0, result.count / 2, result.count - 1] { _ = result[index].localIdentifier }
    }

    /// Bytes that the process has allocated and not freed, and those of files that it has mapped and touched.
    private static func taken() -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssFile:") }
        let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        return allocated_bytes() + (kilobytes ?? 0) * 1_024
    }
}
