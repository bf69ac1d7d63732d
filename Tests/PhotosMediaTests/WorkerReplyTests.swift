import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The parent's side of the protocol against a worker that a hostile file took over.
@Suite(.permit) struct WorkerReplyTests {
    private let facts = MediaFacts(
        header: MediaHeader(type: .jpeg, storedWidth: 4, storedHeight: 3)
    )

    private func code(_ reply: WorkerReply) throws -> MediaWorkerError.Code? {
        do throws(MediaWorkerError) {
            _ = try WorkerCoding.decodedReply(in: try encoded(reply))
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
        { $0.location = MediaFacts.Location(latitude: 1, longitude: 1, speed: -1) },
        { $0.exposureTime = -1 },
        { $0.aperture = .nan },
        { $0.iso = .infinity },
        { $0.focalLength = 1e12 },
        { $0.embeddedMovie = -5..<5 },
        { $0.damage = "\u{1B}[2J" },
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

    @Test func `the longest facts fit a message`() throws {
        var longest = facts
        let text = String(repeating: "x", count: MediaFacts.maximumText)
        longest.caption = String(repeating: "x", count: MediaFacts.maximumCaption)
        longest.keywords = Array(repeating: text, count: MediaFacts.maximumKeywords)
        longest.persons = Array(repeating: text, count: MediaFacts.maximumPersons)
        longest.cameraMake = text
        longest.cameraModel = text
        longest.lensModel = text
        longest.dateSource = text
        longest.contentIdentifier = text
        longest.burstIdentifier = text
        longest.damage = text
        longest.title = text
        longest.headline = text
        longest.creators = Array(repeating: text, count: MediaFacts.maximumCreators)
        longest.placeNames = .init(sublocation: text, city: text, region: text, country: text)
        let reply = WorkerReply(facts: longest)
        let bytes = try WorkerCoding.encode(reply)
        #expect(bytes.count <= WorkerCoding.maximumMessage)
        #expect(try WorkerCoding.decodedReply(in: bytes) == reply)
    }

    @Test func `every fact makes the way there and back`() throws {
        var full = MediaFacts(
            header: MediaHeader(
                type: .heic,
                storedWidth: 4032,
                storedHeight: 3024,
                orientation: .right,
                duration: 2.5
            ),
            reader: .worker
        )
        full.creationDate = Date(timeIntervalSince1970: -1234.125)
        full.zoneOffset = -12_600
        full.assumedZoneOffset = 7200
        full.flash = 16
        full.software = "Firmware 1.0"
        full.persons = ["Ada", "Grace"]
        full.dateSource = "tag"
        full.location = MediaFacts.Location(
            latitude: -33.875,
            longitude: 151.21,
            altitude: -2.5,
            horizontalAccuracy: 7,
            direction: 359.5,
            speed: 3
        )
        full.subtypes = [.panorama, .videoCinematic]
        full.cameraMake = "Maker"
        full.cameraModel = "Model"
        full.lensModel = "Lens"
        full.isFrontCamera = true
        full.exposureTime = 0.001
        full.aperture = 1.8
        full.iso = 20
        full.focalLength = 3.99
        full.title = "Title"
        full.headline = "Headline"
        full.creators = ["Ada", "Bob"]
        full.placeNames = .init(sublocation: "a", city: "b", region: "c", country: "d")
        full.caption = "Über\0\u{1}"
        full.keywords = ["a", "", "é"]
        full.rating = -1
        full.contentIdentifier = "C"
        full.burstIdentifier = "B"
        full.embeddedMovie = 7..<1 << 40
        full.damage = "header: cut off"
        for (fact, empty) in zip(
            Mirror(reflecting: full).children,
            Mirror(reflecting: facts).children
        ) {
            let name = fact.label ?? ""
            #expect("\(fact.value)" != "\(empty.value)", "Give \(name) another value here.")
        }
        let reply = WorkerReply(
            facts: full,
            failure: .init(MediaFileError(.unreadable, "why")),
            versions: ["libvips": "8"],
            sources: ["creationDate": "tag"],
            pictures: [MadePicture(width: 3, height: 2, byteCount: 24, moment: 1.5)]
        )
        #expect(try WorkerCoding.decodedReply(in: WorkerCoding.encode(reply)) == reply)
        let empty = WorkerReply(facts: facts)
        #expect(try WorkerCoding.decodedReply(in: WorkerCoding.encode(empty)) == empty)
        let request = WorkerRequest(.explain, zone: "Europe/Vienna")
        #expect(try WorkerCoding.decodedRequest(in: WorkerCoding.encode(request)) == request)
    }

    @Test(arguments: [-1, .nan, .infinity, 1e10])
    func `moments that no movie has are refused`(moment: Double) throws {
        let made = MadePicture(width: 3, height: 2, byteCount: 24, moment: moment)
        let error = #expect(throws: MediaWorkerError.self) {
            try WorkerCoding.decodedReply(in: WorkerCoding.encode(WorkerReply(pictures: [made])))
        }
        #expect(error?.code == .badReply)
    }

    @Test(arguments: [
        MediaFileError.Code.notMedia, .damaged, .tooLarge, .memory, .noDecoder, .unreadable,
        .unsupported,
    ])
    func `failures are read as they were written`(code: MediaFileError.Code) throws {
        let reply = WorkerReply(failure: .init(MediaFileError(code, "why")))
        #expect(try WorkerCoding.decodedReply(in: WorkerCoding.encode(reply)) == reply)
    }

    private static let pictures: [PictureRequest] = [
        PictureRequest(renditions: [.init(.full, .png)]),
        PictureRequest(
            .pixels(width: 5, height: 7),
            crop: UnitRectangle(x: 0.25, y: 0, width: 0.5, height: 1),
            renditions: [
                .init(.about(longSide: 9), .pixels),
                .init(.atLeast(width: 2, height: 3), .jpeg(quality: 75)),
                .init(.exactly(width: 4, height: 5), .heic(quality: 1)),
            ]
        ),
        PictureRequest(
            moment: MovieMoment(seconds: 1.5, before: .infinity, after: 0.25),
            renditions: [.init(.full, .pixels)]
        ),
    ]

    @Test(arguments: pictures)
    func `requests for pictures are read as they were written`(picture: PictureRequest) throws {
        let regions = [PicturePlan.Region(pixels: 1, offset: 2, capacity: 3)]
        let request = WorkerRequest(.pictures, picture: picture, regions: regions)
        #expect(try WorkerCoding.decodedRequest(in: WorkerCoding.encode(request)) == request)
        let bytes = try WorkerCoding.encode(request)
        for length in 0..<bytes.count {
            #expect(throws: MediaFileError.self) {
                try WorkerCoding.decodedRequest(in: Array(bytes.prefix(length)))
            }
        }
    }

    private static let faulty: [PictureRequest] = [
        PictureRequest(renditions: []),
        PictureRequest(renditions: Array(repeating: .init(.full, .png), count: 5)),
        PictureRequest(.pixels(width: 0, height: 7), renditions: [.init(.full, .png)]),
        PictureRequest(
            crop: UnitRectangle(x: 0.5, y: 0, width: 0.6, height: 1),
            renditions: [.init(.full, .png)]
        ),
        PictureRequest(renditions: [.init(.about(longSide: 0), .png)]),
        PictureRequest(renditions: [.init(.atLeast(width: 1, height: -1), .png)]),
        PictureRequest(renditions: [.init(.exactly(width: .max, height: 1), .png)]),
        PictureRequest(renditions: [.init(.full, .jpeg(quality: 101))]),
        PictureRequest(moment: MovieMoment(seconds: -1), renditions: [.init(.full, .png)]),
        PictureRequest(moment: MovieMoment(seconds: .nan), renditions: [.init(.full, .png)]),
        PictureRequest(moment: MovieMoment(seconds: .infinity), renditions: [.init(.full, .png)]),
        PictureRequest(
            moment: MovieMoment(seconds: 1, before: .nan),
            renditions: [.init(.full, .png)]
        ),
        PictureRequest(
            .pixels(width: 5, height: 7),
            moment: MovieMoment(seconds: 1),
            renditions: [.init(.full, .png)]
        ),
    ]

    @Test(arguments: faulty)
    func `requests for pictures that cannot be are refused`(picture: PictureRequest) throws {
        #expect(picture.fault != nil)
        let file = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
        let client = MediaWorkerClient(program: "/nowhere", environment: [:])
        let error = #expect(throws: MediaWorkerError.self) {
            try client.pictures(of: file.fileDescriptor, picture)
        }
        #expect(error?.code == .badRequest)
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
            if let reply = try? WorkerCoding.decodedReply(in: damaged), let facts = reply.facts {
                #expect(facts.isPlausible)
            }
        }
        for length in 0..<bytes.count {
            #expect(throws: MediaWorkerError.self) {
                try WorkerCoding.decodedReply(in: Array(bytes.prefix(length)))
            }
        }
        #expect(throws: MediaWorkerError.self) { try WorkerCoding.decodedReply(in: bytes + [0]) }
        let endless = [UInt8](repeating: 0x5B, count: WorkerCoding.maximumMessage + 1)
        #expect(throws: MediaWorkerError.self) { try WorkerCoding.decodedReply(in: endless) }
    }
}
