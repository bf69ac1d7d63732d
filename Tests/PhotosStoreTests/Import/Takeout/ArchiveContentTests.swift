import Foundation
import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Archives are known by what they hold, whatever they are called.
@Suite(.permit) struct ArchiveContentTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A tar file packed by the system's gzip.
    private func packed(_ tar: [UInt8], _ name: String, level: Int) throws -> URL {
        let plain = try folder.file(name, tar)
        let program = Process()
        program.executableURL = URL(fileURLWithPath: "/bin/gzip")
        program.arguments = ["-\(level)", "--suffix", ".z", plain.path]
        try program.run()
        program.waitUntilExit()
        return folder.url.appendingPathComponent(name + ".z")
    }

    @Test(arguments: [1, 6, 9])
    func `a compressed export is known by its first entry`(level: Int) throws {
        let noise = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ level) }
        for (top, isExport) in [("Takeout", true), ("./Takeout", true), ("Photos", false)] {
            let tar = TarArchive([.init("\(top)/Google Photos/a.jpg", noise)]).data()
            let url = try packed(tar, "\(isExport)-\(top.count)-\(level).tar", level: level)
            #expect(Takeout.isArchive(url) == isExport, "\(top) at level \(level)")
        }
    }

    @Test func `a long name before the first entry is the name that counts`() throws {
        let name = "Takeout/Google Photos/" + String(repeating: "long ", count: 30) + ".jpg"
        let tar = TarArchive([.init(name, [1]), .init("b.jpg", [2])]).compressed()
        #expect(Takeout.isArchive(try folder.file("long", tar)))
        #expect(
            Takeout.isArchive(try folder.file("plain.tar", TarArchive([.init(name, [1])]).data()))
        )
    }

    @Test func `a ZIP file that begins with another entry is known by its list`() throws {
        let export = ZipArchive([
            .init("__MACOSX/._Takeout", [1]), .init("Takeout/Google Photos/a.jpg", [2]),
        ])
        #expect(Takeout.isArchive(try folder.file("photos.zip", export.data())))
        let other = ZipArchive([.init("a.jpg", [2]), .init("About Takeout/b.jpg", [3])])
        #expect(!Takeout.isArchive(try folder.file("takeout-1.zip", other.data())))
    }

    @Test func `bytes that make no sense are no export, and end nothing`() throws {
        var random = SystemRandomNumberGenerator()
        let tar = TarArchive([.init("Takeout/a.jpg", Array(repeating: 7, count: 3_000))]).data()
        let whole = Array(try Data(contentsOf: packed(tar, "whole.tar", level: 9)))
        for round in 0..<300 {
            var bytes = whole
            for _ in 0..<4 {
                bytes[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255,
                    using: &random
                )
            }
            if round % 3 == 0 {
                bytes.removeLast(Int.random(in: 0..<bytes.count - 2, using: &random))
            }
            _ = Takeout.isArchive(try folder.file("damaged", bytes))
        }
        let noise = [0x1F, 0x8B, 8, 0] + (0..<4_000).map { _ in UInt8.random(in: 0...255) }
        #expect(!Takeout.isArchive(try folder.file("noise", noise)))
    }
}
