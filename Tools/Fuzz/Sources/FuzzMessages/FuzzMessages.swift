import Foundation
import FuzzSupport
import PhotosBase
import PhotosMedia

/// Reads bytes as what the library, its worker and the program for remotes say to each other, and what services answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    if let request = try? WorkerCoding.decodedRequest(in: bytes) {
        precondition(request.picture.map { $0.fault == nil } ?? true)
        // What was understood is said again the same way.
        let again = (try? WorkerCoding.encode(request)).flatMap {
            try? WorkerCoding.decodedRequest(in: $0)
        }
        precondition(again != nil)
    }
    if let reply = try? WorkerCoding.decodedReply(in: bytes) {
        precondition(reply.facts?.isPlausible ?? true)
        let again = (try? WorkerCoding.encode(reply)).flatMap {
            try? WorkerCoding.decodedReply(in: $0)
        }
        precondition(again != nil)
        let renditions = [PictureRendition(.full, .pixels)]
        if let plan = try? PicturePlan(renditions, crop: nil, ofPixels: 64, 48) {
            for made in reply.pictures where plan.allows(made, for: renditions[0], at: 0) {
                precondition(made.byteCount <= plan.byteCount)
            }
        }
    }
    _ = UnpackCoding.message(bytes)
    if let reply = TransferReply.read(Data(bytes)) {
        // Numbers of services may have no exact form in JSON, so that a second reading is compared with the first.
        let again = TransferReply.read(reply.line())
        precondition(again.flatMap { TransferReply.read($0.line()) } == again)
    }
    let text = String(decoding: bytes.prefix(100), as: UTF8.self)
    _ = HTTPDate.seconds(text)
    _ = HTTPDate.secondsOfList(text)
    _ = Inflation.bytes(ofZlib: bytes[...], limit: 1 << 16)
    return 0
}

/// Small examples of everything.
private func seeds() throws -> [String: [UInt8]] {
    let picture = PictureRequest(
        .pixels(width: 5, height: 7),
        crop: UnitRectangle(x: 0.25, y: 0, width: 0.5, height: 1),
        renditions: [
            .init(.about(longSide: 9), .pixels),
            .init(.exactly(width: 4, height: 5), .heic(quality: 1)),
        ]
    )
    let region = PicturePlan.Region(pixels: 1, offset: 2, capacity: 3)
    let facts = MediaFacts(header: MediaHeader(type: .jpeg, storedWidth: 4, storedHeight: 3))
    return [
        "facts": try WorkerCoding.encode(WorkerRequest(.facts, zone: "Europe/Vienna")),
        "pictures": try WorkerCoding.encode(
            WorkerRequest(.pictures, picture: picture, regions: [region, region])
        ),
        "reply": try WorkerCoding.encode(
            WorkerReply(facts: facts, versions: ["a": "1"], sources: ["rating": "tag"])
        ),
        "failure": try WorkerCoding.encode(
            WorkerReply(failure: .init(MediaFileError(.damaged, "why")))
        ),
        "made": try WorkerCoding.encode(
            WorkerReply(pictures: [MadePicture(width: 3, height: 2, byteCount: 24)])
        ),
        "sandbox": try WorkerCoding.encode(
            WorkerReply(sandbox: WorkerSandbox(active: ["landlock": "on"]))
        ),
        "progress": Array(TransferReply.progress(id: 1, bytes: 2).line()),
        "done": Array(TransferReply.done(id: 1, TransferResult()).line()),
        "date": Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8),
        "line": try UnpackCoding.line(.file(path: "a/b.jpg", bytes: 7)),
    ]
}

/// The package manager starts executables by this name, so that the fuzzer's own `main` is not reached.
@_cdecl("FuzzMessages_main")
public func start(
    _ count: CInt,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    Fuzzer.start(count, arguments, seeds: seeds, test: testOneInput)
}
