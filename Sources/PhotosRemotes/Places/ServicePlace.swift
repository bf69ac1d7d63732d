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
        _ settings: RemoteSettings,
        environment: [String: String]
    ) throws {
        self.address = address
        self.settings = settings
        program = try TransferProgram.start(environment: environment)
    }

    init(_ address: RemoteAddress, _ settings: RemoteSettings, program: TransferProgram) {
        (self.address, self.settings, self.program) = (address, settings, program)
    }

    private func work(_ kind: TransferWork.Kind, _ name: String? = nil) -> TransferWork {
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

    private func work(
        _ kind: TransferWork.Kind,
        _ name: String,
        _ file: URL?,
        _ byteCount: Int64,
        _ checksum: [UInt8]?
    ) -> TransferWork {
        var work = self.work(kind, name)
        work.file = file?.path
        work.bytes = byteCount
        work.sha256 = checksum.map { Hexadecimal.digits(of: $0) }
        return work
    }

    func put(
        _ name: String,
        _ file: URL,
        _ byteCount: Int64,
        checksum: [UInt8]?,
        _ watch: TransferWatch
    ) throws {
        _ = try program.carryOut(work(.put, name, file, byteCount, checksum), watch)
    }

    func get(_ name: String, _ file: URL, _ object: RemoteObject, _ watch: TransferWatch) throws {
        var work = self.work(.get, name, file, object.byteCount, object.checksum)
        // The caller syncs many files at once.
        work.durable = false
        do {
            _ = try program.carryOut(work, watch)
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

    func prove(
        _ name: String,
        _ object: RemoteObject,
        hashesParts: Bool,
        _ watch: TransferWatch
    ) throws -> PartHashes? {
        var work = self.work(.prove, name, nil, object.byteCount, object.checksum)
        if hashesParts { work.parts = PartHashes.size }
        let parts = try program.carryOut(work, watch).parts ?? []
        return PartHashes(of: object, bytes: parts.flatMap { Hexadecimal.checksum(of: $0) ?? [] })
    }

    func read(
        _ name: String,
        _ range: Range<Int64>,
        of object: RemoteObject,
        _ watch: TransferWatch
    ) throws -> Data {
        try watch.check()
        let data: Data
        do {
            data = try piece(of: name, range.lowerBound, Int64(range.count), watch)
        } catch let failure as RemoteFailure where failure.code == .unsupported {
            throw RemoteFailure(.noRanges, failure.sentence)
        }
        guard data.count == range.count else { throw differs(name) }
        return data
    }

    func stream(
        _ name: String,
        _ byteCount: Int64,
        _ watch: TransferWatch,
        _ body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        if byteCount <= Self.pieceSize {
            let scratch = TransferScratch()
            _ = try program.carryOut(whole(name, byteCount, scratch), watch)
            return try scratch.read(body)
        }
        guard try presentSize(of: name) == byteCount else { throw differs(name) }
        let starts = Array(stride(from: 0, to: byteCount, by: Int(Self.pieceSize)))
        func begin(_ index: Int, _ scratch: TransferScratch) throws -> TransferProgram.Request {
            let length = min(Self.pieceSize, byteCount - starts[index])
            return try program.begin(range(name, starts[index], length, scratch), watch)
        }
        // While a piece is used, the next one is on its way.
        var (used, arriving) = (TransferScratch(), TransferScratch())
        var request = try begin(0, arriving)
        for index in starts.indices {
            _ = try program.end(request, watch)
            swap(&used, &arriving)
            guard index + 1 < starts.count else { break }
            request = try begin(index + 1, arriving)
            do {
                try used.read(body)
            } catch {
                program.abandon(request)
                throw error
            }
        }
        try used.read(body)
    }

    /// Returns a request for a whole object, whose length alone is compared.
    private func whole(
        _ name: String,
        _ byteCount: Int64,
        _ scratch: TransferScratch
    ) -> TransferWork {
        var work = self.work(.get, name, scratch.url, byteCount, nil)
        work.durable = false
        return work
    }

    private func range(
        _ name: String,
        _ offset: Int64,
        _ length: Int64,
        _ scratch: TransferScratch
    ) -> TransferWork {
        var work = self.work(.get, name)
        work.file = scratch.url.path
        (work.offset, work.length) = (offset, length)
        work.durable = false
        return work
    }

    func read(_ name: String, atMost limit: Int64) throws -> Data {
        let size = try presentSize(of: name)
        guard size <= limit else {
            throw RemoteFailure(.differs, "\(address.text) has too large a file as \(name).")
        }
        return size > 0 ? try piece(of: name, 0, size, TransferWatch()) : Data()
    }

    /// The number of bytes that are fetched at once where an object passes through memory.
    private static let pieceSize: Int64 = 4 << 20

    func size(of name: String) throws -> Int64? {
        let found = try program.carryOut(work(.look, name), TransferWatch())
        return found.exists == true ? found.bytes ?? 0 : nil
    }

    private func presentSize(of name: String) throws -> Int64 {
        guard let size = try size(of: name) else {
            throw RemoteFailure(.missing, "\(address.text) does not have \(name).")
        }
        return size
    }

    var diskMarks: Set<String> { [] }

    private func piece(
        of name: String,
        _ offset: Int64,
        _ length: Int64,
        _ watch: TransferWatch
    ) throws -> Data {
        let scratch = TransferScratch()
        _ = try program.carryOut(range(name, offset, length, scratch), watch)
        return try scratch.data()
    }

    private func differs(_ name: String) -> RemoteFailure {
        RemoteFailure(
            .differs,
            "\(address.text) has another number of bytes as \(name) than were stored."
        )
    }

    func list(
        _ prefix: String,
        _ body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        var work = self.work(.list)
        work.prefix = prefix
        while true {
            let page = try program.carryOut(work, TransferWatch())
            let items = page.items ?? []
            for item in items { try body(item.name, item.bytes) }
            guard page.more == true, let last = items.last else { return }
            work.after = last.name
        }
    }

    func remove(_ name: String) throws {
        _ = try program.carryOut(work(.delete, name), TransferWatch())
    }

    func probe() throws { _ = try program.carryOut(work(.probe), TransferWatch()) }

    func warning(for library: Library) -> String? { nil }
}
