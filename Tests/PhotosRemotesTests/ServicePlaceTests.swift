import Foundation
import Glibc
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
        return try RemotePlaces.open(
            RemoteAddress("s3://bucket/photos"),
            RemoteSettings(),
            environment: ["PHOTOKIT_TRANSFER": program.path]
        )
    }

    private func code(
        _ place: any RemotePlace,
        _ watch: TransferWatch
    ) -> RemoteFailure.Code? {
        do {
            try place.prove("originals/ab/abcd", object, watch)
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
