import Foundation
import LibraryExercise
import PhotosStore

/// Edits a library as people and their programs do, at a steady pace.
struct SoakEditor: ScenarioPart {
    private let library: Library
    private let statements = StatementLog()
    private var edits: SoakEdits
    private let pause: Double
    private var measurements = SoakMeasurements()

    /// The author of an editor's changes begins with this text.
    static let author = "soak editor"

    /// Opens the library for `pace` edits a second.
    init(_ folder: URL, seed: UInt64, pace: Double) throws {
        library = try Library.open(
            folder,
            environment: statements.environment(author: "\(Self.author) \(seed)")
        )
        edits = try SoakEdits(library, seed: seed)
        pause = 1 / pace
    }

    mutating func answer(_ request: [String]) throws -> String {
        switch request.first {
        case "work" where request.count == 2: try work(Double(request[1]) ?? 0)
        case "report":
            measurements.slowest = statements.slowest
            return try measurements.line()
        case "rest": library.close()
        default: throw Fault("an editor does not \(request)")
        }
        return "\(measurements.blocks)"
    }

    private mutating func work(_ seconds: Double) throws {
        let processor = SoakClock.processor
        let end = SoakClock.now + UInt64(seconds * 1e9)
        statements.listen(true)
        defer {
            statements.listen(false)
            measurements.processorSeconds += SoakClock.processor - processor
        }
        while true {
            Thread.sleep(forTimeInterval: edits.interval(mean: pause))
            guard SoakClock.now < end else { return }
            try write(try edits.next())
        }
    }

    /// Commits an edit, which the library may refuse only if another process changed its objects first.
    private mutating func write(_ edit: SoakEdits.Edit) throws {
        let start = SoakClock.now
        do {
            if edit.isFilling {
                try library.commits.fill([edit.block])
            } else {
                let position = try library.commits.commit(edit.block).position
                let time = SoakClock.now
                measurements.commits.append(.init(sequence: position.sequence, time: time))
                measurements.commitDurations.append(Double(time - start) / 1e9)
            }
            measurements.blocks += 1
            measurements.mutations += edit.size
        } catch let error as StoreError
            where error.code == .changeNotSupported || error.code == .objectMissing
        {
            measurements.refusals += 1
        }
    }
}
