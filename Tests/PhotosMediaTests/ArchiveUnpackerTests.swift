import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ArchiveUnpackerTests {
    private let folder: TemporaryFolder

    init() throws {
        // Scripts do not run from every volume in memory.
        folder = try TemporaryFolder(isVolatile: false)
    }

    private func unpacker(
        program: String? = nil,
        patience: Duration = .seconds(60)
    ) throws -> ArchiveUnpacker {
        var environment = ProcessInfo.processInfo.environment
        environment[WorkerProgram.variable] = try program ?? TestWorker.program()
        return try ArchiveUnpacker(environment: environment, patience: patience)
    }

    private func unpack(
        _ archive: [UInt8],
        with unpacker: ArchiveUnpacker,
        limits: ArchiveUnpacker.Limits = .init(bytes: 1 << 24),
        isCancelled: () -> Bool = { false },
        notify: (Int64) -> Void = { _ in }
    ) throws -> (report: ArchiveUnpacker.Report, files: [String: Data]) {
        let source = try FileHandle(forReadingFrom: folder.file("archive", archive))
        let target = folder.url.appendingPathComponent("unpacked")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: false)
        let descriptor = open(target.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        let report = try unpacker.unpackArchive(
            source.fileDescriptor,
            into: descriptor,
            limits: limits,
            isCancelled: isCancelled,
            notify: notify
        )
        let files = try folder.contents(of: "unpacked").filter { path, _ in
            var isFolder: ObjCBool = false
            let path = target.appendingPathComponent(path).path
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        return (report, files)
    }

    private func code(
        _ archive: [UInt8],
        limits: ArchiveUnpacker.Limits
    ) throws -> ArchiveError.Code? {
        do {
            _ = try unpack(archive, with: unpacker(), limits: limits)
            return nil
        } catch let error as ArchiveError {
            return error.code
        }
    }

    private let sample: [(String, [UInt8])] = [
        ("Takeout/Google Fotos/Fotos von 2020/é 😀.jpg", TestJPEG(seed: 1).data()),
        ("Takeout/Google Fotos/Fotos von 2020/leer.txt", []),
        ("Takeout/big.bin", [UInt8](repeating: 7, count: 3_000_000)),
    ]

    private func expectSample(_ unpacked: (report: ArchiveUnpacker.Report, files: [String: Data])) {
        #expect(
            unpacked.files
                == Dictionary(uniqueKeysWithValues: sample.map { ($0.0, Data($0.1)) })
        )
        #expect(unpacked.report.files == 3)
        #expect(unpacked.report.bytes == sample.reduce(0) { $0 + Int64($1.1.count) })
        #expect(unpacked.report.skipped.isEmpty)
        #expect(unpacked.report.damage == nil)
    }

    @Test(arguments: [false, true])
    func `a ZIP file is unpacked, the large form too`(isLarge: Bool) throws {
        let archive = ZipArchive(sample.map { .init($0.0, $0.1) }, isLarge: isLarge)
        expectSample(try unpack(archive.data(), with: unpacker()))
    }

    @Test(arguments: [false, true])
    func `a tar file is unpacked, plain or compressed`(isCompressed: Bool) throws {
        let archive = TarArchive(sample.map { .init($0.0, $0.1) })
        let bytes = isCompressed ? archive.compressed() : archive.data()
        expectSample(try unpack(bytes, with: unpacker()))
    }

    @Test func `the time of a file is kept`() throws {
        _ = try unpack(TarArchive([.init("a.jpg", [1])]).data(), with: unpacker())
        let path = folder.url.appendingPathComponent("unpacked/a.jpg").path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(
            attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 1_600_000_000)
        )
    }

    @Test func `no entry of a tar file leaves the folder`() throws {
        let archive = TarArchive([
            .init("../up.txt", [1]), .init("/tmp/openphotokit-absolute.txt", [1]),
            .init("a/../../up.txt", [1]),
            .init("link", kind: .symbolicLink, target: "/tmp"), .init("link/through.txt", [1]),
            .init("hard", kind: .hardLink, target: "/etc/passwd"),
            .init("pipe", kind: .pipe), .init("device", kind: .device),
            .init("fine.txt", [2]), .init("fine.txt", [3]), .init("fine.txt/below", [4]),
        ])
        // The last one meets a file where its folder should be.
        let error = #expect(throws: ArchiveError.self) {
            try unpack(archive.data(), with: unpacker())
        }
        #expect(error?.code == .disk)
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("unpacked"))
        var entries = archive.entries
        entries.removeLast()
        let (report, files) = try unpack(TarArchive(entries).data(), with: unpacker())
        #expect(files == ["fine.txt": Data([2]), "link/through.txt": Data([1])])
        #expect(
            report.skipped.map(\.path) == [
                "../up.txt", "/tmp/openphotokit-absolute.txt", "a/../../up.txt", "link", "hard",
                "pipe", "device", "fine.txt",
            ]
        )
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.url.appendingPathComponent("unpacked/link").path
        )
        #expect(attributes[.type] as? FileAttributeType == .typeDirectory)
        #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/up.txt"))
        #expect(!FileManager.default.fileExists(atPath: "/tmp/openphotokit-absolute.txt"))
    }

    @Test func `no entry of a ZIP file leaves the folder`() throws {
        let archive = ZipArchive([
            .init("../up.txt", [1]), .init("link", Array("/tmp".utf8), mode: 0o120777),
            .init("fine.txt", [2]),
        ])
        let (report, files) = try unpack(archive.data(), with: unpacker())
        #expect(files == ["fine.txt": Data([2])])
        #expect(report.skipped.map(\.path) == ["../up.txt", "link"])
    }

    @Test func `a name that is no text is told`() throws {
        let bad: [UInt8] = Array("a".utf8) + [0xFF, 0xFE] + Array(".jpg".utf8)
        let zip = ZipArchive([.init(name: bad, [1]), .init("b.jpg", [2])])
        var result = try unpack(zip.data(), with: unpacker())
        #expect(result.files == ["b.jpg": Data([2])])
        #expect(result.report.skipped.count == 1)
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("unpacked"))
        var entry = TarArchive.Entry("", [1])
        entry.name = bad
        result = try unpack(TarArchive([entry, .init("b.jpg", [2])]).data(), with: unpacker())
        #expect(result.files == ["b.jpg": Data([2])])
        #expect(result.report.skipped.count == 1)
    }

    @Test func `an archive that holds too much is stopped`() throws {
        let zip = ZipArchive((0..<10).map { .init("\($0)", [UInt8](repeating: 0, count: 1000)) })
        #expect(try code(zip.data(), limits: .init(bytes: 9999)) == .tooLarge)
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("unpacked"))
        #expect(try code(zip.data(), limits: .init(bytes: 10_000, entries: 9)) == .tooLarge)
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("unpacked"))
        #expect(try code(zip.data(), limits: .init(bytes: 10_000, entries: 10)) == nil)
    }

    @Test func `what is no archive is refused`() throws {
        for bytes in [BrokenMedia.text(), TestJPEG().data()] {
            #expect(try code(bytes, limits: .init(bytes: 1000)) == .unknown)
            try FileManager.default.removeItem(at: folder.url.appendingPathComponent("unpacked"))
        }
    }

    @Test func `of an archive that ends too early the whole files stay`() throws {
        let tar = TarArchive([
            .init("a.jpg", [1]), .init("b.bin", [UInt8](repeating: 1, count: 5000)),
        ])
        let (report, files) = try unpack(Array(tar.data().prefix(4000)), with: unpacker())
        #expect(files == ["a.jpg": Data([1])])
        #expect(report.damage != nil || report.skipped.map(\.path) == ["b.bin"])
    }

    @Test func `an entry whose sum is wrong is told, and the next ones come`() throws {
        let bytes = Array("the one to be changed".utf8)
        var zip = ZipArchive([.init("a", bytes), .init("b", [2])]).data()
        let index = try #require(zip.firstIndex(of: UInt8(ascii: "t")))
        zip[index] ^= 1
        let (report, files) = try unpack(zip, with: unpacker())
        #expect(files == ["b": Data([2])])
        #expect(report.skipped.map(\.path) == ["a"])
    }

    @Test func `damaged bytes anywhere cost no more than files`() throws {
        let whole = ZipArchive(
            (0..<6).map { .init("Takeout/\($0).jpg", TestJPEG(seed: UInt8($0)).data()) },
            isLarge: true
        ).data()
        var numbers = SeededNumbers(seed: 4)
        let unpacker = try unpacker()
        for _ in 0..<20 {
            var bytes = whole
            for _ in 0..<8 {
                bytes[Int.random(in: bytes.indices, using: &numbers)] = .random(
                    in: 0...255,
                    using: &numbers
                )
            }
            do {
                let (report, files) = try unpack(bytes, with: unpacker)
                #expect(report.files == files.count)
            } catch let error as ArchiveError {
                #expect([.unknown, .tooLarge].contains(error.code))
            }
            try? FileManager.default.removeItem(at: folder.url.appendingPathComponent("unpacked"))
        }
    }

    // MARK: The process

    @Test func `without the worker the error says what to install`() throws {
        let error = #expect(throws: ArchiveError.self) {
            try ArchiveUnpacker(environment: [WorkerProgram.variable: ""])
        }
        #expect(error?.code == .workerMissing)
        #expect(error?.description.contains("photokit-media") == true)
    }

    @Test func `it can be stopped, and tells how far it is`() throws {
        var reported: [Int64] = []
        let archive = ZipArchive((0..<5).map { .init("\($0)", [1, 2]) }).data()
        _ = try unpack(archive, with: unpacker(), notify: { reported.append($0) })
        #expect(reported == [2, 4, 6, 8, 10])
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("unpacked"))
        let hanging = try script("exec sleep 600")
        let error = #expect(throws: ArchiveError.self) {
            try unpack(archive, with: unpacker(program: hanging), isCancelled: { true })
        }
        #expect(error?.code == .cancelled)
    }

    @Test(arguments: [
        ("exec sleep 600", ArchiveError.Code.stalled), ("kill -9 $$", .died), ("exit 0", .died),
        ("echo nonsense; exec sleep 600", .badReply),
        (#"echo '{"done":{"files":3,"bytes":1}}'; exec sleep 600"#, .badReply),
        (#"echo '{"file":{"path":"a","bytes":-1}}'; exec sleep 600"#, .badReply),
        ("head -c 200000 /dev/zero; exec sleep 600", .badReply),
    ])
    func `a worker that misbehaves is not believed`(text: String, code: ArchiveError.Code) throws {
        let unpacker = try unpacker(program: script(text), patience: .milliseconds(500))
        let error = #expect(throws: ArchiveError.self) { try unpack([1], with: unpacker) }
        #expect(error?.code == code)
    }

    @Test func `the worker has the archive, the folder and its voice, and nothing else`() throws {
        let program = try script(
            "ls -1 /proc/self/fd > \(folder.url.path)/descriptors; echo '{\"done\":{\"files\":0,\"bytes\":0}}'"
        )
        let careless = open("/dev/null", O_RDONLY)
        defer { close(careless) }
        _ = try unpack([1], with: unpacker(program: program))
        let text = try String(contentsOfFile: folder.url.path + "/descriptors", encoding: .utf8)
        // The fifth is what ls lists with.
        #expect(text.split(separator: "\n") == ["0", "1", "2", "3", "4"])
    }

    private func script(_ text: String) throws -> String {
        let file = folder.url.appendingPathComponent("script").path
        try ProgramFile.write(script: text, to: file)
        return file
    }
}
