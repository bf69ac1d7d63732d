import Foundation
import Glibc
import PhotosBase
import PhotosStore

/// A place that is a service behind a network, reached by the program `photokit-transfer`.
final class ServicePlace: RemotePlace {
    private let address: RemoteAddress
    private let settings: RemoteSettings
    private let program: TransferProgram

    let parallelism = 4

    /// - Throws: ``RemoteFailure`` with code `noProgram`.
    init(
        _ address: RemoteAddress,
        settings: RemoteSettings,
        environment: [String: String]
    ) throws {
        self.address = address
        self.settings = settings
        program = try TransferProgram.start(environment: environment)
    }

    init(_ address: RemoteAddress, settings: RemoteSettings, program: TransferProgram) {
        (self.address, self.settings, self.program) = (address, settings, program)
    }

    private func transferWork(_ kind: TransferWork.Kind, name: String? = nil) -> TransferWork {
        var remote = RemoteDescription(url: address.text)
        remote.endpoint = settings.endpoint
        remote.region = settings.region
        remote.pathStyle = settings.pathStyle
        remote.credentials = settings.credentials
        remote.certificates = settings.certificates
        remote.rate = settings.rate.map(Double.init)
        // The program that carries it out numbers it.
        var work = TransferWork(id: 0, do: kind, remote: remote)
        work.name = name
        return work
    }

    private func transferWork(
        _ kind: TransferWork.Kind,
        name: String,
        file: URL?,
        byteCount: Int64,
        checksum: [UInt8]?
    ) -> TransferWork {
        var work = transferWork(kind, name: name)
        work.file = file?.path
        work.bytes = byteCount
        work.sha256 = checksum.map { Hexadecimal.digits(of: $0) }
        return work
    }

    func putObject(
        _ name: String,
        from file: URL,
        byteCount: Int64,
        checksum: [UInt8]?,
        watch: TransferWatch
    ) throws {
        _ = try program.performWork(
            transferWork(.put, name: name, file: file, byteCount: byteCount, checksum: checksum),
            watch: watch
        )
    }

    func getObject(
        _ name: String,
        to file: URL,
        expecting object: RemoteObject,
        watch: TransferWatch
    ) throws {
        var work = transferWork(
            .get,
            name: name,
            file: file,
            byteCount: object.byteCount,
            checksum: object.checksum
        )
        // The caller syncs many files at once.
        work.durable = false
        do {
            _ = try program.performWork(work, watch: watch)
        } catch {
            unlink(file.path)
            throw error
        }
        // The mode of files that never change.
        guard chmod(file.path, 0o444) == 0 else {
            throw RemoteFailure(
                .localFile,
                "\(file.path) cannot be changed: \(String(cString: strerror(errno)))."
            )
        }
    }

    func proveObject(
        _ name: String,
        expecting object: RemoteObject,
        hashesParts: Bool,
        watch: TransferWatch
    ) throws -> PartHashes? {
        var work = transferWork(
            .prove,
            name: name,
            file: nil,
            byteCount: object.byteCount,
            checksum: object.checksum
        )
        if hashesParts { work.parts = PartHashes.size }
        let parts = try program.performWork(work, watch: watch).parts ?? []
        return PartHashes(of: object, bytes: parts.flatMap { Hexadecimal.checksum(of: $0) ?? [] })
    }

    func readObject(
        _ name: String,
        range: Range<Int64>,
        of object: RemoteObject,
        watch: TransferWatch
    ) throws -> Data {
        try watch.check()
        let data: Data
        do {
            data = try readPiece(
                of: name,
                offset: range.lowerBound,
                length: Int64(range.count),
                watch: watch
            )
        } catch let failure as RemoteFailure where failure.code == .unsupported {
            throw RemoteFailure(.noRanges, failure.sentence)
        }
        guard data.count == range.count else { throw differingObject(name) }
        return data
    }

    func streamObject(
        _ name: String,
        byteCount: Int64,
        watch: TransferWatch,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        if byteCount <= Self.pieceSize {
            let scratch = TransferScratch()
            _ = try program.performWork(
                wholeTransfer(of: name, byteCount: byteCount, to: scratch),
                watch: watch
            )
            return try scratch.readPieces(body)
        }
        guard try presentSize(of: name) == byteCount else { throw differingObject(name) }
        let starts = Array(stride(from: 0, to: byteCount, by: Int(Self.pieceSize)))
        func beginTransfer(
            _ index: Int,
            to scratch: TransferScratch
        ) throws -> TransferProgram.Request {
            let length = min(Self.pieceSize, byteCount - starts[index])
            return try program.beginRequest(
                for: rangeTransfer(of: name, offset: starts[index], length: length, to: scratch),
                watch: watch
            )
        }
        // While a piece is used, the next one is on its way.
        var (used, arriving) = (TransferScratch(), TransferScratch())
        var request = try beginTransfer(0, to: arriving)
        for index in starts.indices {
            _ = try program.waitForResult(of: request, watch: watch)
            swap(&used, &arriving)
            guard index + 1 < starts.count else { break }
            request = try beginTransfer(index + 1, to: arriving)
            do {
                try used.readPieces(body)
            } catch {
                program.abandonRequest(request)
                throw error
            }
        }
        try used.readPieces(body)
    }

    /// Returns a request for a whole object, whose length alone is compared.
    private func wholeTransfer(
        of name: String,
        byteCount: Int64,
        to scratch: TransferScratch
    ) -> TransferWork {
        var work = transferWork(
            .get,
            name: name,
            file: scratch.url,
            byteCount: byteCount,
            checksum: nil
        )
        work.durable = false
        return work
    }

    private func rangeTransfer(
        of name: String,
        offset: Int64,
        length: Int64,
        to scratch: TransferScratch
    ) -> TransferWork {
        var work = transferWork(.get, name: name)
        work.file = scratch.url.path
        (work.offset, work.length) = (offset, length)
        work.durable = false
        return work
    }

    func readObject(_ name: String, atMost limit: Int64) throws -> Data {
        let size = try presentSize(of: name)
        guard size <= limit else {
            throw RemoteFailure(.differs, "\(address.text) has too large a file as \(name).")
        }
        return size > 0
            ? try readPiece(of: name, offset: 0, length: size, watch: TransferWatch()) : Data()
    }

    /// The number of bytes that are fetched at once where an object passes through memory.
    private static let pieceSize: Int64 = 4 << 20

    func size(of name: String) throws -> Int64? {
        let found = try program.performWork(transferWork(.look, name: name), watch: TransferWatch())
        return found.exists == true ? found.bytes ?? 0 : nil
    }

    private func presentSize(of name: String) throws -> Int64 {
        guard let size = try size(of: name) else {
            throw RemoteFailure(.missing, "\(address.text) does not have \(name).")
        }
        return size
    }

    var diskMarks: Set<String> { [] }

    private func readPiece(
        of name: String,
        offset: Int64,
        length: Int64,
        watch: TransferWatch
    ) throws -> Data {
        let scratch = TransferScratch()
        _ = try program.performWork(
            rangeTransfer(of: name, offset: offset, length: length, to: scratch),
            watch: watch
        )
        return try scratch.readAll()
    }

    private func differingObject(_ name: String) -> RemoteFailure {
        RemoteFailure(
            .differs,
            "\(address.text) has another number of bytes as \(name) than were stored."
        )
    }

    func listObjects(
        withPrefix prefix: String,
        body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        var work = transferWork(.list)
        work.prefix = prefix
        while true {
            let page = try program.performWork(work, watch: TransferWatch())
            let items = page.items ?? []
            for item in items { try body(item.name, item.bytes) }
            guard page.more == true, let last = items.last else { return }
            work.after = last.name
        }
    }

    func removeObject(_ name: String) throws {
        _ = try program.performWork(transferWork(.delete, name: name), watch: TransferWatch())
    }

    func probe() throws {
        _ = try program.performWork(transferWork(.probe), watch: TransferWatch())
    }

    func warning(for library: Library) -> String? { nil }
}
