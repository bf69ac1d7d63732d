import CAllocator
import Foundation
import Glibc
import OpenPhotoKit
import Workbench

/// What results and processes take of memory.
enum Memory {
    /// The whole process after its first fetch of a hundred objects.
    static func resident() throws {
        let result = byDate()
        for index in 0..<100 { _ = result[index].creationDate }
        let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = status.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
        try Samples(unit: "bytes", [pages * Double(getpagesize())]).write()
    }

    /// Bytes an object of a result that is held.
    static func ofResult() throws {
        // A first one pays for caches of the library and of the system's libraries.
        _ = byDate().count
        let before = allocated_bytes()
        let result = byDate()
        let bytes = allocated_bytes() - before
        try Samples(unit: "bytes", [bytes / Double(result.count)]).write()
    }

    /// Ten results that follow one another by one edit each, as a multiple of the first.
    static func ofTenResults(_ library: PHPhotoLibrary) throws {
        _ = byDate().count
        let before = allocated_bytes()
        let first = byDate()
        let one = allocated_bytes() - before
        let watcher = Watcher(library, [first])
        var held = [first]
        for number in 0..<9 {
            let asset = watcher.result[number * watcher.result.count / 9]
            let date = Date(timeIntervalSinceReferenceDate: 94_694_400 + Double(number) * 6e7)
            try library.performChangesAndWait {
                PHAssetChangeRequest(for: asset).creationDate = date
            }
            watcher.wait()
            held.append(watcher.result)
        }
        let ten = allocated_bytes() - before
        precondition(Set(held.map(ObjectIdentifier.init)).count == 10)
        try Samples(unit: "times", [ten / one]).write()
    }
}
