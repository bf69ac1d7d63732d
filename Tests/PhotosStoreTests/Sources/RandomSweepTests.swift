import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Whatever is done to the files of a source, a photo stays the asset that it was first seen as.
@Suite(.permit) struct RandomSweepTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `photos keep their assets through anything that is done to their files`(
        seed: UInt64
    )
        throws
    {
        var exercise = try SweepExercise(seed: seed)
        for _ in 0..<12 {
            try exercise.disturb()
            try exercise.check()
        }
    }
}

/// A source, and what should be known of it.
private struct SweepExercise {
    private let fixture: SourceFixture
    private var numbers: SeededNumbers
    /// Which photo stands at each path.
    private var photos: [String: Int] = [:]
    /// The asset that each photo was first seen as.
    private var assets: [Int: UUID] = [:]
    private var lastPhoto = 0
    private var lastFolder = 0
    /// What was touched since the last sweep: a file that is both moved and written to is another one.
    private var touched: Set<String> = []

    init(seed: UInt64) throws {
        fixture = try SourceFixture()
        numbers = SeededNumbers(seed: seed)
        for folder in ["", "x", "x/y", "z"] {
            for _ in 0..<3 { try add(to: folder) }
        }
    }

    private func bytes(_ photo: Int) -> [UInt8] {
        TestJPEG(width: 16 + photo / 200 * 8, seed: UInt8(photo % 200)).data()
    }

    private mutating func add(to folder: String) throws {
        lastPhoto += 1
        let path = (folder.isEmpty ? "" : folder + "/") + "p\(lastPhoto).jpg"
        try fixture.write(path, bytes(lastPhoto))
        photos[path] = lastPhoto
        touched.insert(path)
    }

    private mutating func anyFile() -> String? {
        photos.keys.sorted().filter { !touched.contains($0) }.randomElement(using: &numbers)
    }

    private var folders: [String] {
        Set(photos.keys.map { ($0 as NSString).deletingLastPathComponent }).sorted()
    }

    mutating func disturb() throws {
        touched = []
        for _ in 0..<Int.random(in: 1...6, using: &numbers) {
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: try add(to: folders.randomElement(using: &numbers) ?? "")
            case 1, 2: try moveFile()
            case 3: try moveFolder()
            case 4: try swap()
            case 5: try remove()
            case 6: try bringBack()
            default: try edit()
            }
        }
    }

    private mutating func moveFile() throws {
        guard let path = anyFile(), let photo = photos.removeValue(forKey: path) else { return }
        let folder = folders.randomElement(using: &numbers) ?? ""
        lastFolder += 1
        let target = (folder.isEmpty ? "" : folder + "/") + "m\(lastFolder).jpg"
        try fixture.move(path, to: target)
        photos[target] = photo
        touched.insert(target)
    }

    private mutating func moveFolder() throws {
        guard let folder = folders.filter({ !$0.isEmpty }).randomElement(using: &numbers) else {
            return
        }
        // Written to and then moved, a file would be another one.
        guard !touched.contains(where: { $0.hasPrefix(folder + "/") }) else { return }
        lastFolder += 1
        let target = "f\(lastFolder)"
        try fixture.move(folder, to: target)
        for (path, photo) in photos where path.hasPrefix(folder + "/") {
            photos[path] = nil
            let moved = target + path.dropFirst(folder.count)
            photos[moved] = photo
            touched.insert(moved)
        }
    }

    private mutating func swap() throws {
        guard let first = anyFile(), let second = anyFile(), first != second else { return }
        try fixture.move(first, to: "swap")
        try fixture.move(second, to: first)
        try fixture.move("swap", to: second)
        (photos[first], photos[second]) = (photos[second], photos[first])
        touched.formUnion([first, second])
    }

    private mutating func remove() throws {
        guard let path = anyFile() else { return }
        try fixture.remove(path)
        photos[path] = nil
    }

    /// A photo that was gone comes back under a new name, with an inode of its own.
    private mutating func bringBack() throws {
        let gone = Set(assets.keys).subtracting(photos.values).sorted()
        guard let photo = gone.randomElement(using: &numbers) else { return }
        lastFolder += 1
        let path = "b\(lastFolder).jpg"
        try fixture.write(path, bytes(photo))
        photos[path] = photo
        touched.insert(path)
    }

    /// Another program writes to the file in its place.
    private mutating func edit() throws {
        guard let path = anyFile(), let before = photos[path], let asset = assets[before] else {
            return
        }
        lastPhoto += 1
        let handle = try FileHandle(forWritingTo: fixture.url(path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: Data(bytes(lastPhoto)))
        try handle.close()
        photos[path] = lastPhoto
        assets[before] = nil
        assets[lastPhoto] = asset
        touched.insert(path)
    }

    mutating func check() throws {
        let report = try fixture.sweep()
        #expect(report.offlineReason == nil)
        let found = try fixture.assets()
        let present = found.filter { !$0.value.traits.contains(.offline) }
        #expect(Set(present.keys) == Set(photos.keys))
        for (path, photo) in photos {
            let uuid = present[path]?.uuid
            if let known = assets[photo] { #expect(uuid == known, "\(path), photo \(photo)") }
            assets[photo] = uuid
        }
        let offline = Set(assets.keys).subtracting(photos.values).compactMap { assets[$0] }
        let away = try fixture.offline()
        #expect(away == Set(offline), "\(found.mapValues(\.uuid)) \(photos) \(assets)")
        #expect(try fixture.deletions() == 0)
        // A second look finds all as it is.
        let changes = try fixture.changeCount()
        #expect(try fixture.sweep().sameCount == photos.count)
        #expect(try fixture.changeCount() == changes)
    }
}
