import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport

/// Where operations are run again and again, each time on a fresh copy of one library.
struct OperationBench: Sendable {
    let folder: URL
    let variation: OperationVariation
    /// Options of every run of an operation.
    let options: [String]
    private let template: URL
    private let source: Data

    /// Prepares the library that the copies are made of.
    ///
    /// With `settles` each operation waits for its checkpoints after each block.
    init(
        in parent: URL,
        _ variation: OperationVariation = .usual,
        omitting steps: [ProtocolStep] = [],
        settles: Bool = false
    ) throws {
        folder = parent.appendingPathComponent("bench-\(UUID().uuidString)", isDirectory: true)
        self.variation = variation
        options =
            variation.tuning.option + steps.flatMap { ["--omit", $0.rawValue] }
            + (settles ? ["--settle"] : [])
        template = folder.appendingPathComponent("Template.photolib")
        source = Data(TestJPEG(seed: 3).data())
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let outcome = try Exerciser.run([
            "prepare", template.path, "\(variation.seed)", "\(variation.pictures)",
        ])
        guard outcome.status == 0 else { throw Fault("no library was prepared: \(outcome.errors)") }
    }

    func discard() { try? FileManager.default.removeItem(at: folder) }

    // MARK: A course without interference

    /// How an operation goes when nobody interferes.
    func course(of operation: LibraryOperation) throws -> OperationCourse {
        let whole = try undisturbed(operation, blocks: nil)
        var digests: [String] = []
        if operation.isSteady, !operation.isOpening {
            for count in 0..<whole.blocks {
                digests.append(try undisturbed(operation, blocks: count).verdict.digest)
            }
        }
        return OperationCourse(
            operation: operation,
            digests: digests + [whole.verdict.digest],
            assetCount: whole.verdict.assetCount,
            points: try points(of: operation, Strace.calls)
        )
    }

    private func undisturbed(
        _ operation: LibraryOperation,
        blocks: Int?
    ) throws -> (blocks: Int, verdict: LibraryVerdict) {
        let trial = try Trial(self, operation)
        defer { trial.discard() }
        let outcome = try Exerciser.run(trial.arguments + (blocks.map { ["\($0)"] } ?? []))
        guard outcome.status == 0 else {
            throw Fault("\(operation) fails by itself: \(outcome.errors)")
        }
        let verdict = try trial.verdict()
        guard verdict.findings.isEmpty else {
            throw Fault("\(operation) leaves \(verdict.findings) without interference")
        }
        return (trial.acknowledged(), verdict)
    }

    /// The system calls that matter in an operation.
    func points(of operation: LibraryOperation, _ calls: String) throws -> [SystemCallPoint] {
        let trial = try Trial(self, operation)
        defer { trial.discard() }
        let log = trial.folder.appendingPathComponent("log")
        let outcome = try Exerciser.run(
            trial.arguments,
            behind: Strace.launcher(["-s", "8", "-e", "trace=\(calls)"], log: log)
        )
        guard outcome.status == 0 else {
            throw Fault("\(operation) fails under strace: \(outcome.errors)")
        }
        let points = SystemCallPoint.read(try String(contentsOf: log, encoding: .utf8))
        guard !points.isEmpty else { throw Fault("\(operation) shows no system calls") }
        return points
    }

    /// The system calls of checkpoints in an operation.
    func checkpoints(of operation: LibraryOperation) throws -> [CheckpointPoint] {
        let trial = try Trial(self, operation)
        defer { trial.discard() }
        let log = trial.folder.appendingPathComponent("log")
        let outcome = try Exerciser.run(
            trial.arguments,
            behind: CheckpointPoint.tracer(trial.library, log: log)
        )
        guard outcome.status == 0 else {
            throw Fault("\(operation) fails under strace: \(outcome.errors)")
        }
        let points = CheckpointPoint.read(try String(contentsOf: log, encoding: .utf8))
        guard !points.isEmpty else { throw Fault("\(operation) makes no checkpoint") }
        return points
    }

    // MARK: Trials

    /// One library, one run of an operation on it, and what is left of it.
    struct Trial {
        let folder: URL
        let library: URL
        let arguments: [String]
        private let options: [String]
        private let source: URL
        let acknowledgements: URL

        init(_ bench: OperationBench, _ operation: LibraryOperation) throws {
            folder = bench.folder.appendingPathComponent(UUID().uuidString)
            let manager = FileManager.default
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            library = folder.appendingPathComponent("Trial.photolib")
            source = folder.appendingPathComponent("source.jpg")
            acknowledgements = folder.appendingPathComponent("acks")
            let template = operation == .migrate ? OlderLibrary.formatOne : bench.template
            try manager.copyItem(at: template, to: library)
            try bench.source.write(to: source)
            switch operation {
            case .open: try bench.leaveWork(in: library)
            case .importFolder: try Self.fill(folder.appendingPathComponent("import"))
            default: break
            }
            options = bench.options
            arguments =
                [
                    "operate", operation.rawValue, library.path, acknowledgements.path, source.path,
                ] + bench.options
        }

        /// What another operation on the same library is asked for with.
        func another(_ operation: LibraryOperation) -> [String] {
            let acks = folder.appendingPathComponent("more-acks")
            let picture = folder.appendingPathComponent("another.jpg")
            try? Data(TestJPEG(seed: 4).data()).write(to: picture)
            return ["operate", operation.rawValue, library.path, acks.path, picture.path] + options
        }

        /// Pictures in two folders, one of them twice.
        private static func fill(_ folder: URL) throws {
            for number in 0..<12 {
                let subfolder = folder.appendingPathComponent("\(number % 2)", isDirectory: true)
                try FileManager.default.createDirectory(
                    at: subfolder,
                    withIntermediateDirectories: true
                )
                let bytes = TestJPEG(seed: UInt8(150 + number / 2 * 2 % 22 + number % 2)).data()
                try Data(bytes).write(to: subfolder.appendingPathComponent("IMG_\(number).JPG"))
            }
        }

        /// How many blocks were promised to be there.
        func acknowledged() -> Int {
            guard let data = try? Data(contentsOf: acknowledgements) else { return 0 }
            return String(decoding: data, as: UTF8.self).split(separator: "\n")
                .filter { $0.hasPrefix("ack") }.count
        }

        var hasSource: Bool { FileManager.default.fileExists(atPath: source.path) }

        /// Opens the library as the next process does, in a process of its own.
        func verdict() throws -> LibraryVerdict { try verdict("verify", library) }

        /// The same of the copy that a backup makes, which stays a copy; nil where none stands.
        func verdictOfCopy() throws -> LibraryVerdict? {
            let copy = LibraryOperation.copy(beside: source)
            guard FileManager.default.fileExists(atPath: copy.path) else { return nil }
            return try verdict("look", copy)
        }

        private func verdict(_ command: String, _ library: URL) throws -> LibraryVerdict {
            let outcome = try Exerciser.run([command, library.path])
            guard outcome.status == 0 else { throw Fault("cannot be verified: \(outcome.errors)") }
            return try JSONDecoder().decode(LibraryVerdict.self, from: Data(outcome.output.utf8))
        }

        func discard() { try? FileManager.default.removeItem(at: folder) }
    }

    /// What a process that died in the middle of an import leaves: files that no row mentions, and their manifest.
    private func leaveWork(in library: URL) throws {
        let manager = FileManager.default
        let staging = library.appendingPathComponent("staging/\(UUID().uuidString.lowercased())")
        try manager.createDirectory(at: staging, withIntermediateDirectories: true)
        try Data().write(to: staging.appendingPathComponent("owner"))
        var names: [String] = []
        for _ in 0..<4 {
            let name = UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased()
            let file = "\(name.prefix(2))/\(name).jpg"
            let target = library.appendingPathComponent("originals/\(file)")
            try manager.createDirectory(
                at: target.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try source.write(to: target)
            names.append(file)
        }
        try Data(names.joined(separator: "\n").utf8)
            .write(to: staging.appendingPathComponent("manifest"))
    }
}

/// How an operation goes when nobody interferes.
struct OperationCourse: Sendable {
    var operation: LibraryOperation
    /// The rows after no block, after one, and so on; only the last where they are not steady.
    var digests: [String]
    var assetCount: Int
    var points: [SystemCallPoint]
}

/// Libraries of older formats that the repository keeps.
enum OlderLibrary {
    static let formatOne = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/libraries/v1", isDirectory: true)
}
