import Foundation
import PhotosBase
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct MediaWorkerTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// A client of a program that misbehaves.
    private func client(
        _ script: String,
        timeout: Duration = .seconds(20)
    ) throws -> MediaWorkerClient {
        MediaWorkerClient(
            program: try folder.script(script),
            environment: ProcessInfo.processInfo.environment,
            timeout: timeout
        )
    }

    private func code(_ client: MediaWorkerClient) throws -> MediaWorkerError.Code? {
        let file = try folder.open(TestJPEG().data())
        do {
            _ = try client.facts(of: file.fileDescriptor, zone: .gmt)
            return nil
        } catch let error as MediaWorkerError {
            return error.code
        }
    }

    @Test func `facts of a picture make the way there and back`() throws {
        let exif = ExifFields(
            dateTimeOriginal: "2024:05:01 12:30:00",
            subSeconds: "250",
            offset: "+02:00",
            orientation: 6,
            make: "Apple",
            model: "Model",
            lensModel: "front camera",
            description: "On the \u{201C}summit\u{201D}",
            userComment: "Screenshot",
            customRendered: 8,
            place: .init(
                latitude: -33.875,
                longitude: -151.21,
                altitude: 12,
                horizontalError: 5,
                direction: 90
            ),
            contentIdentifier: "11111111-2222-3333-4444-555555555555",
            burstIdentifier: "66666666-7777-8888-9999-000000000000"
        )
        let file = try folder.open(TestJPEG(width: 40, height: 30, exif: exif).data())
        let facts = try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)
        #expect(facts.reader == .worker)
        #expect(facts.type == .jpeg)
        #expect(facts.pixelWidth == 30)
        #expect(facts.pixelHeight == 40)
        #expect(facts.orientation == .right)
        let taken = try Date("2024-05-01T10:30:00Z", strategy: .iso8601)
        #expect(facts.creationDate == taken.addingTimeInterval(0.25))
        #expect(facts.zoneOffset == 7200)
        #expect(abs((facts.location?.latitude ?? 0) + 33.875) < 1e-6)
        #expect(abs((facts.location?.longitude ?? 0) + 151.21) < 1e-6)
        #expect(facts.location?.altitude == 12)
        #expect(facts.location?.horizontalAccuracy == 5)
        #expect(facts.location?.direction == 90)
        #expect(facts.caption == exif.description)
        #expect(facts.isFrontCamera)
        #expect(facts.subtypes == [.screenshot, .depthEffect])
        #expect(facts.contentIdentifier == exif.contentIdentifier)
        #expect(facts.burstIdentifier == exif.burstIdentifier)
        // The position of the caller's descriptor is where it was.
        #expect(try file.offset() == 0)
    }

    @Test func `a local time is read in the caller's zone`() throws {
        let exif = ExifFields(dateTimeOriginal: "2024:07:01 12:00:00")
        let file = try folder.open(TestPNG(exif: exif).data())
        let zone = try #require(TimeZone(identifier: "Asia/Kathmandu"))
        let facts = try TestWorker.client().facts(of: file.fileDescriptor, zone: zone)
        #expect(facts.creationDate == (try Date("2024-07-01T06:15:00Z", strategy: .iso8601)))
        #expect(facts.isZoneAssumed)
    }

    @Test(arguments: [MovieWriter.Container.quickTime, .mpeg4])
    func `facts of a movie come from its keys`(container: MovieWriter.Container) throws {
        let movie = TestMovie(
            container,
            width: 64,
            height: 48,
            frameCount: 5,
            orientation: .right,
            creationTime: 1_714_559_460,
            metadata: [
                "com.apple.quicktime.creationdate": "2024-05-01T12:30:00+0200",
                "com.apple.quicktime.location.ISO6709": "+48.2000+016.3750+170.500/",
                "com.apple.quicktime.content.identifier": "ABC",
                "com.apple.quicktime.make": "Apple",
            ]
        )
        let file = try folder.open(movie.data())
        let facts = try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)
        #expect(facts.pixelWidth == 48)
        #expect(facts.pixelHeight == 64)
        #expect(facts.duration == 0.5)
        #expect(facts.creationDate == (try Date("2024-05-01T10:30:00Z", strategy: .iso8601)))
        #expect(facts.zoneOffset == 7200)
        #expect(facts.location?.latitude == 48.2)
        #expect(facts.location?.altitude == 170.5)
        #expect(facts.contentIdentifier == "ABC")
        #expect(facts.cameraMake == "Apple")
        #expect(facts.subtypes == [])
    }

    @Test func `a fast movie is slow motion, and user data gives a place`() throws {
        let movie = TestMovie(
            .mpeg4,
            frameCount: 12,
            framesPerSecond: 120,
            creationTime: 1_714_559_460,
            userDataLocation: "-33.8750+151.2100/"
        )
        let file = try folder.open(movie.data())
        let facts = try TestWorker.client().facts(of: file.fileDescriptor, zone: .gmt)
        #expect(facts.subtypes == .videoHighFrameRate)
        #expect(facts.location?.latitude == -33.875)
        #expect(facts.creationDate == Date(timeIntervalSince1970: 1_714_559_460))
    }

    @Test func `one worker serves file after file and keeps nothing of them`() throws {
        let client = try TestWorker.client()
        let dated = ExifFields(dateTimeOriginal: "2024:07:01 12:00:00")
        for round in 0..<10 {
            let exif = round % 2 == 0 ? dated : nil
            let file = try folder.open(TestJPEG(exif: exif).data())
            let facts = try client.facts(of: file.fileDescriptor, zone: .gmt)
            #expect((facts.creationDate != nil) == (round % 2 == 0))
        }
        #expect(client.idleProcessIdentifiers.count == 1)
        client.close()
        #expect(client.idleProcessIdentifiers.isEmpty)
    }

    @Test func `the worker is handed nothing but its socket`() throws {
        let client = try TestWorker.client()
        let file = try folder.open(TestJPEG().data())
        // A descriptor that a careless program lets its children have.
        let careless = dup(file.fileDescriptor)
        defer { close(careless) }
        _ = try client.facts(of: file.fileDescriptor, zone: .gmt)
        let identifier = try #require(client.idleProcessIdentifiers.first)
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd")
        let targets = open.compactMap {
            try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(identifier)/fd/\($0)"
            )
        }
        #expect(targets.filter { $0.hasPrefix("socket:") }.count == 1)
        #expect(!targets.contains { $0.hasPrefix(folder.path) })
    }

    @Test func `a worker that is killed between files is replaced`() throws {
        let client = try TestWorker.client()
        let file = try folder.open(TestJPEG().data())
        _ = try client.facts(of: file.fileDescriptor, zone: .gmt)
        let first = try #require(client.idleProcessIdentifiers.first)
        // Workers of tests that run meanwhile count, too.
        let restarts = WorkerRestarts.count
        #expect(kill(first, SIGKILL) == 0)
        _ = try client.facts(of: file.fileDescriptor, zone: .gmt)
        #expect(WorkerRestarts.count > restarts)
        #expect(client.idleProcessIdentifiers.count == 1)
        #expect(client.idleProcessIdentifiers.first != first)
    }

    @Test func `a worker that dies on a file is tried twice and then named`() throws {
        let client = try client(
            "echo x >> \(folder.path)/tries; dd bs=65536 count=1 >/dev/null; kill -9 $$"
        )
        let restarts = WorkerRestarts.count
        #expect(try code(client) == .died)
        #expect(WorkerRestarts.count >= restarts + 2)
        let tries = try String(contentsOfFile: folder.path + "/tries", encoding: .utf8)
        #expect(tries == "x\nx\n")
        #expect(client.idleProcessIdentifiers.isEmpty)
    }

    @Test func `only a fresh worker's word counts where a file gives no picture`() throws {
        let client = try TestWorker.client()
        let good = try folder.open(TestJPEG().data())
        let damaged = try folder.open([UInt8](TestHEIF(width: 640, height: 480).data()))
        let request = PictureRequest(renditions: [PictureRendition(.full, .pixels)])
        _ = try client.pictures(of: good.fileDescriptor, request)
        let first = try #require(client.idleProcessIdentifiers.first)
        let error = #expect(throws: MediaFileError.self) {
            try client.pictures(of: damaged.fileDescriptor, request)
        }
        let second = try #require(client.idleProcessIdentifiers.first)
        #expect(client.idleProcessIdentifiers.count == 1 && second != first)
        #expect(error?.reason.contains("bad seek") == false)
    }

    @Test func `while a worker works, a spare one is started, and stands in for one that dies`()
        throws
    {
        let program = try TestWorker.program()
        let client = try client("echo $$ >> \(folder.path)/starts; exec \(program) \"$@\"")
        func starts() -> [Substring] {
            let text = try? String(contentsOfFile: folder.path + "/starts", encoding: .utf8)
            return (text ?? "").split(separator: "\n")
        }
        #expect(try code(client) == nil)
        #expect(starts().count == 1)
        // The second file is known to need one, and a third finds the spare.
        #expect(try code(client) == nil)
        let first = try #require(client.idleProcessIdentifiers.first)
        #expect(kill(first, SIGKILL) == 0)
        #expect(try code(client) == nil)
        let second = try #require(client.idleProcessIdentifiers.first)
        #expect(starts().count >= 2)
        #expect(starts()[1] == "\(second)")
        client.close()
        #expect(kill(second, 0) == -1)
    }

    @Test func `a spare worker that is gone is not taken`() throws {
        let marker = folder.path + "/marker"
        let program = try TestWorker.program()
        let client = try client("if [ -e \(marker) ]; then exec \(program); fi; : > \(marker)")
        client.startAhead()
        while !FileManager.default.fileExists(atPath: marker) { usleep(1000) }
        #expect(try code(client) == nil)
    }

    @Test func `a worker that dies once costs nothing`() throws {
        let marker = folder.path + "/marker"
        let program = try TestWorker.program()
        let client = try client(
            "if [ -e \(marker) ]; then exec \(program); fi; : > \(marker); dd bs=65536 count=1 >/dev/null; kill -9 $$"
        )
        #expect(try code(client) == nil)
    }

    @Test func `a worker that hangs is stopped in time`() throws {
        let client = try client(
            "echo $$ > \(folder.path)/pid; exec sleep 600",
            timeout: .seconds(1)
        )
        let start = ContinuousClock.now
        #expect(try code(client) == .timedOut)
        #expect(ContinuousClock.now - start < .seconds(60))
        let text = try String(contentsOfFile: folder.path + "/pid", encoding: .utf8)
        let identifier = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        // Gone, and no zombie is left of it.
        #expect(kill(identifier, 0) == -1)
    }

    @Test func `a worker whose answer nobody wants any more ends`() throws {
        let client = try client(
            "echo $$ > \(folder.path)/pid.part; mv \(folder.path)/pid.part \(folder.path)/pid; exec sleep 600"
        )
        let pidFile = folder.path + "/pid"
        let cancellation = WorkCancellation()
        DispatchQueue.global().async {
            while !FileManager.default.fileExists(atPath: pidFile) { usleep(1000) }
            cancellation.cancel()
        }
        let problem = try WorkCancellation.$current.withValue(cancellation) {
            try code(client)
        }
        #expect(problem == .cancelled)
        let text = try String(contentsOfFile: pidFile, encoding: .utf8)
        let identifier = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(identifier, 0) == -1)
    }

    @Test(arguments: [
        "echo nonsense >&0",
        "echo '{}' >&0",
        #"echo '{"versions":{"a":"b"}}' >&0"#,
        "head -c 200000 /dev/zero >&0",
    ])
    func `a worker that answers nonsense is not believed`(script: String) throws {
        #expect(try code(client("\(script); exec sleep 600")) == .badReply)
    }

    @Test func `a program that is none does not start`() throws {
        let path = try folder.write(program: Array("nothing".utf8), to: "program")
        let client = MediaWorkerClient(program: path, environment: [:])
        #expect(try code(client) == .cannotStart)
    }

    @Test func `the worker says what is wrong with a file`() throws {
        let client = try TestWorker.client()
        for (bytes, expected) in [
            (BrokenMedia.text(), MediaFileError.Code.notMedia),
            (BrokenMedia.truncatedJPEG(), .damaged),
            (BrokenMedia.empty(), .notMedia),
            (BrokenMedia.giantPNG(), .tooLarge),
            (BrokenMedia.movieWithoutDescription(), .damaged),
        ] {
            let file = try folder.open(bytes)
            let error = #expect(throws: MediaFileError.self) {
                try client.facts(of: file.fileDescriptor, zone: .gmt)
            }
            #expect(error?.code == expected)
        }
        // None of them cost the worker its life, or needed a decoder.
        #expect(client.idleProcessIdentifiers(of: .reader).count == 1)
        #expect(client.idleProcessIdentifiers(of: .decoder).isEmpty)
    }

    @Test func `a format that no decoder knows has the facts of its header`() throws {
        var bitmap = Array("BM".utf8) + [UInt8](repeating: 0, count: 64)
        bitmap[14] = 40
        bitmap[18] = 4
        bitmap[22] = 3
        let file = try folder.open(bitmap)
        let client = try TestWorker.client()
        let facts = try client.facts(of: file.fileDescriptor, zone: .gmt)
        #expect(facts.type == .bmp)
        #expect(facts.pixelWidth == 4)
        #expect(client.idleProcessIdentifiers.count == 1)
    }

    @Test func `the versions of all libraries are told`() throws {
        let versions = try TestWorker.client().versions()
        let names = Set(versions.keys)
        #expect(
            names == [
                "FFmpeg", "H.264 encoder", "LibRaw", "exiv2", "libarchive", "libavcodec",
                "libavformat", "libavutil", "libheif", "libswresample", "libvips",
                "photokit-decoders", "photokit-media", "picture decoding",
            ]
        )
        #expect(versions.values.allSatisfy { $0.contains(where: \.isNumber) })
    }

    @Test func `many threads at once each get their own answer`() async throws {
        let client = try TestWorker.client()
        let folder = folder
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 1...12 {
                group.addTask {
                    let file = try folder.open(TestJPEG(width: index * 8, height: 8).data())
                    let facts = try client.facts(of: file.fileDescriptor, zone: .gmt)
                    return facts.pixelWidth == index * 8
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(client.idleProcessIdentifiers.count <= MediaWorkerClient.maximumIdle)
    }
}
