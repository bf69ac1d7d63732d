import Foundation
import FuzzSupport
import PhotosStore
import PhotosTestSupport

/// Reads bytes as a token of the history, as its text, as an entry of the log and as an identifier.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    let token = ChangeToken(bytes: bytes)
    judge(token)
    if let read = ChangeToken(text) {
        judge(read)
        precondition(ChangeToken(read.description) == read)
    }
    if let body = try? ChangeBody(encoded: bytes) {
        // What was understood is said again the same way.
        let again = try? ChangeBody(encoded: body.encoded)
        precondition(again.map { $0.encoded == body.encoded } == true)
    }
    _ = try? ChangeBody.outline(encoded: bytes)
    if let identifier = LocalIdentifier(text) {
        precondition(LocalIdentifier(identifier.description) == identifier)
    }
    return 0
}

/// Only a token that the library made itself is a place in its history.
private func judge(_ token: ChangeToken) {
    do {
        let position = try token.position(in: library.identity)
        precondition(library.history.token(for: position) == token)
        // The mark may be that of another way, and the place lie ahead.
        _ = try library.history.positions(from: token)
    } catch is ChangeToken.Problem {
    } catch is PositionProblem {
    } catch {
        Fuzzer.fail("\(error) is no answer to a token")
    }
}

private let library: Library = {
    do {
        let library = try Library.temporary(seed: 5)
        _ = try library.addAlbum("A")
        _ = try library.addAlbum("B")
        return library
    } catch {
        Fuzzer.fail("\(error)")
    }
}()

/// Small examples of everything.
private func seeds() throws -> [String: [UInt8]] {
    let here = try library.history.currentPosition()
    let tokens = [
        "here": here, "future": LogPosition(sequence: 1 << 40, mark: 7),
        "diverged": LogPosition(sequence: here.sequence, mark: here.mark ^ 1),
        "below": LogPosition(sequence: .min, mark: -1),
    ].mapValues(library.history.token(for:))
    var seeds = tokens.mapValues(\.bytes)
    for (name, token) in tokens { seeds[name + "-text"] = Array(token.description.utf8) }
    for change in try library.history.changes(after: 0, upTo: here.sequence) {
        seeds["change\(change.position.sequence)"] = change.encodedBody
    }
    let uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    for kind in ObjectKind.allCases {
        seeds["name\(kind.rawValue)"] = Array(
            LocalIdentifier(uuid: uuid, kind: kind).description.utf8
        )
    }
    return seeds
}

/// The package manager starts executables by this name, so that the fuzzer's own `main` is not reached.
@_cdecl("FuzzTokens_main")
public func start(
    _ count: CInt,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
    Fuzzer.start(count, arguments, seeds: seeds, test: testOneInput)
}
