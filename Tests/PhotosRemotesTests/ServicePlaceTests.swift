import Foundation
import Glibc
import PhotosBase
import PhotosRemotes
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

/// Remotes in services, with a program of the test in place of `photokit-transfer`.
@Suite(.permit) struct ServicePlaceTests {
    private let folder: TemporaryFolder
    private let object = RemoteObject(checksum: [UInt8](repeating: 7, count: 32), byteCount: 4)

    init() throws { folder = try TemporaryFolder() }

    private func place(_ script: String) throws -> any RemotePlace {
        let program = folder.url.appendingPathComponent("photokit-transfer")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
        chmod(program.path, 0o755)
        return try RemotePlaces.openPlace(
            at: RemoteAddress("s3://bucket/photos"),
            settings: RemoteSettings(),
            environment: ["PHOTOKIT_TRANSFER": program.path]
        )
    }

    private func code(
        _ place: any RemotePlace,
        _ watch: TransferWatch
    ) -> RemoteFailure.Code? {
        do {
            try place.proveObject("originals/ab/abcd", expecting: object, watch: watch)
            return nil
        } catch {
            return (error as? RemoteFailure)?.code
        }
    }

    @Test func `no request begins after the end, however fast answers come`() throws {
        let asked = folder.url.appendingPathComponent("asked")
        let place = try place(
            "while read -r line; do echo >> '\(asked.path)'; echo '{\"id\":1,\"done\":{}}'; done"
        )
        let isOver = Mutex(false)
        let watch = TransferWatch(isCancelled: { isOver.withLock { $0 } })
        #expect(code(place, watch) == nil)
        isOver.withLock { $0 = true }
        #expect(code(place, watch) == .cancelled)
        #expect(try Data(contentsOf: asked).count == 1)
    }

    @Test func `a service that leaves many requests in a row unanswered counts as gone`() throws {
        let silent =
            "printf '{\"id\":%d,\"failed\":{\"code\":\"stalled\",\"sentence\":\"Nothing came.\"}}\\n' $n"
        let answer =
            "printf '{\"id\":%d,\"failed\":{\"code\":\"missing\",\"sentence\":\"None.\"}}\\n' $n"
        // The tenth request is answered, and so are those from the thirtieth on.
        let place = try place(
            "n=0; while read -r line; do n=$((n + 1)); if [ $n -eq 10 ] || [ $n -ge 30 ]; then \(answer); else \(silent); fi; done"
        )
        let codes = (1...31).map { _ in code(place, TransferWatch()) }
        #expect(codes[..<9].allSatisfy { $0 == .stalled })
        #expect(codes[9] == .missing)
        #expect(codes[10..<25].allSatisfy { $0 == .stalled })
        #expect(codes[25..<29].allSatisfy { $0 == .unreachable })
        // Where it answers again, it is there.
        #expect(codes[29...].allSatisfy { $0 == .missing })
    }

    @Test func `a program that was ended together with this one is not missing`() throws {
        let calls = Mutex(0)
        let watch = TransferWatch(isCancelled: {
            calls.withLock { calls in
                calls += 1
                return calls > 1
            }
        })
        #expect(try code(place("read -r line"), watch) == .cancelled)
        #expect(try code(place("read -r line"), TransferWatch()) == .noProgram)
    }
}
