import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The two programs of the worker: which one serves a request, and what happens if one is missing or another version.
@Suite(.permit) struct WorkerKindTests {
    private static let picture = PictureRequest(renditions: [.init(.full, .pixels)])

    private let folder: ScratchFolder
    private let photo: FileHandle
    private let movie: FileHandle

    init() throws {
        folder = try ScratchFolder()
        photo = try folder.open(TestJPEG(width: 64, height: 48).data())
        movie = try folder.open(TestMovie(.mpeg4, width: 64, height: 48, frameCount: 5).data())
    }

    /// A client of a copy of `photokit-media`, beside which lies the given script, or nothing, as `photokit-decoders`.
    private func client(besideScript script: String?) throws -> MediaWorkerClient {
        MediaWorkerClient(
            program: try copy(besideScript: script),
            environment: environment
        )
    }

    private func copy(besideScript script: String?) throws -> String {
        let copy = "\(folder.path)/photokit-media"
        if !FileManager.default.fileExists(atPath: copy) {
            try FileManager.default.copyItem(atPath: TestWorker.program(), toPath: copy)
            try ProgramFile.waitForWriters(of: copy)
        }
        if let script {
            let bytes = Array("#!/bin/sh\n\(script)\n".utf8)
            _ = try folder.write(program: bytes, to: "photokit-decoders")
        }
        return copy
    }

    /// No installed program is found in the path.
    private var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
    }

    private func programs(_ identifiers: [Int32]) throws -> [String] {
        try identifiers.map { identifier in
            let path = "/proc/\(identifier)/exe"
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: path)
            return URL(filePath: program).lastPathComponent
        }
    }

    private func code(_ body: () throws -> Void) throws -> MediaWorkerError? {
        do {
            try body()
            return nil
        } catch let error as MediaWorkerError {
            return error
        }
    }

    @Test func `facts of a picture start no decoder, and a picture starts one`() throws {
        let client = try TestWorker.client()
        _ = try client.facts(of: photo.fileDescriptor, zone: .gmt)
        _ = try client.explainedFacts(of: photo.fileDescriptor, zone: .gmt)
        #expect(try programs(client.idleProcessIdentifiers) == ["photokit-media"])
        _ = try client.pictures(of: photo.fileDescriptor, Self.picture)
        #expect(client.idleProcessIdentifiers(of: .reader).count == 1)
        let decoders = client.idleProcessIdentifiers(of: .decoder)
        #expect(try programs(decoders) == ["photokit-decoders"])
        #expect(decoders != client.idleProcessIdentifiers(of: .reader))
    }

    @Test func `a picture starts no reader`() throws {
        let client = try TestWorker.client()
        _ = try client.pictures(of: photo.fileDescriptor, Self.picture)
        #expect(try programs(client.idleProcessIdentifiers) == ["photokit-decoders"])
    }

    @Test func `a decoder reads the facts of movies, and of pictures that seem cut off`() throws {
        for kind in ["movie", "picture"] {
            let client = try TestWorker.client()
            if kind == "movie" {
                let facts = try client.facts(of: movie.fileDescriptor, zone: .gmt)
                #expect(facts.duration == 0.5)
            } else {
                let bytes = JPEGEncoder().encode(.gradient(width: 640, height: 480))
                let file = try folder.open([UInt8](bytes.prefix(bytes.count / 2)))
                let facts = try client.facts(of: file.fileDescriptor, zone: .gmt)
                #expect(facts.damage?.hasPrefix("libvips: ") == true)
            }
            #expect(client.idleProcessIdentifiers(of: .decoder).count == 1, "\(kind)")
        }
    }

    @Test func `closing a client leaves no process of either kind`() throws {
        let client = try TestWorker.client()
        _ = try client.facts(of: photo.fileDescriptor, zone: .gmt)
        _ = try client.pictures(of: photo.fileDescriptor, Self.picture)
        let identifiers = client.idleProcessIdentifiers
        #expect(identifiers.count == 2)
        client.close()
        #expect(client.idleProcessIdentifiers.isEmpty)
        for identifier in identifiers { #expect(kill(identifier, 0) == -1) }
    }

    @Test func `without decoders, facts of pictures are read, and errors say what is missing`()
        throws
    {
        let client = try client(besideScript: nil)
        #expect(try client.facts(of: photo.fileDescriptor, zone: .gmt).type == .jpeg)
        let errors = [
            try code { _ = try client.facts(of: movie.fileDescriptor, zone: .gmt) },
            try code { _ = try client.pictures(of: photo.fileDescriptor, Self.picture) },
            WorkerProbe.problem(with: client, extent: .reader, isFresh: false),
            WorkerProbe.problem(with: client, extent: .readerAndDecoder, isFresh: true),
        ]
        for error in errors {
            #expect(error?.code == .noDecoders)
            #expect(error?.isOfAllFiles == true)
            #expect(error?.description.contains("photokit-decoders") == true)
        }
        let sandbox = try client.sandbox(of: .reader)
        #expect(sandbox.missing.isEmpty)
    }

    @Test func `without decoders, no archive is unpacked, and the error says what is missing`()
        throws
    {
        var environment = environment
        environment[WorkerProgram.variable] = try copy(besideScript: nil)
        let target = open(folder.path, O_RDONLY | O_DIRECTORY)
        defer { close(target) }
        let unpacker = try ArchiveUnpacker(environment: environment)
        let error = #expect(throws: ArchiveError.self) {
            try unpacker.unpackArchive(
                photo.fileDescriptor,
                into: target,
                limits: .init(archiveOf: 11)
            )
        }
        #expect(error?.code == .decodersMissing)
        #expect(error?.mayBeOfWorker == true)
    }

    @Test func `decoders of another version are refused, and the error names both versions`()
        throws
    {
        let decoders = try TestWorker.program().replacing(
            "photokit-media",
            with: "photokit-decoders"
        )
        let client = try client(
            besideScript: "shift 2; exec \(decoders) \(WorkerProgram.versionOption) 9.9.9 \"$@\""
        )
        let errors = [
            try code { _ = try client.facts(of: movie.fileDescriptor, zone: .gmt) },
            try code { _ = try client.pictures(of: photo.fileDescriptor, Self.picture) },
            WorkerProbe.problem(with: client, extent: .readerAndDecoder, isFresh: true),
        ]
        for error in errors {
            #expect(error?.code == .noDecoders)
            #expect(error?.description.contains("9.9.9 is needed") == true)
            #expect(error?.description.contains("version \(WorkerProgram.version)") == true)
        }
    }

    @Test func `decoders that end at once are the worker's fault, not the file's`() throws {
        let client = try client(besideScript: "exit 1")
        let error = try code { _ = try client.pictures(of: photo.fileDescriptor, Self.picture) }
        #expect(error?.code == .died)
        let problem = WorkerProbe.problem(with: client, extent: .readerAndDecoder, isFresh: true)
        #expect(problem?.code == .unusable)
    }

    @Test func `a script that drops its arguments is told to pass them on`() throws {
        let program = try TestWorker.program()
        let client = MediaWorkerClient(
            program: try folder.script("exec \(program)"),
            environment: environment
        )
        #expect(try client.facts(of: photo.fileDescriptor, zone: .gmt).type == .jpeg)
        let error = try code { _ = try client.pictures(of: photo.fileDescriptor, Self.picture) }
        #expect(error?.code == .badReply)
        #expect(error?.description.contains("pass its arguments on") == true)
    }

    @Test func `the decoders' program names the program to run`() throws {
        let decoders = try TestWorker.program().replacing(
            "photokit-media",
            with: "photokit-decoders"
        )
        let process = Process()
        process.executableURL = URL(filePath: decoders)
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let text = String(
            decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(),
            as: UTF8.self
        )
        process.waitUntilExit()
        #expect(process.terminationStatus == 64)
        #expect(text.contains("Run photokit-media instead."))
    }
}
