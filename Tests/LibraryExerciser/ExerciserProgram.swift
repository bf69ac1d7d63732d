import Foundation
import LibraryExercise
import Photos
import PhotosStore

/// What the rigs ask of a process of its own.
///
///     library-exerciser work LIBRARY SEED              random blocks, on request from standard input
///     library-exerciser soak LIBRARY SEED BLOCKS ACKS  blocks as fast as it goes, each acknowledged
///     library-exerciser prepare LIBRARY SEED PICTURES  a library for the operations below
///     library-exerciser operate NAME LIBRARY ACKS SOURCE [COUNT]   one operation, each block acknowledged
///     library-exerciser verify LIBRARY                 opens, recovers, checks; prints the verdict as JSON
///
/// Options stand anywhere: see ``ExerciserOptions``.
struct ExerciserProgram {
    private let options: ExerciserOptions
    private var arguments: [String] { options.arguments }

    init(_ arguments: [String]) throws {
        options = try ExerciserOptions(Array(arguments.dropFirst()))
    }

    func run() throws {
        switch arguments.first {
        case "work": try RandomWorker(library: try folder(1), seed: try number(2)).run()
        case "soak":
            try Soak(
                library: try folder(1),
                seed: try number(2),
                blocks: Int(try number(3)),
                acknowledgements: try Acknowledgements(path: try argument(4))
            ).run()
        case "prepare":
            try PreparedLibrary.make(
                at: try folder(1),
                seed: try number(2),
                pictures: Int(try number(3))
            )
        case "operate":
            guard let operation = LibraryOperation(rawValue: try argument(1)) else {
                throw Fault("there is no operation \(try argument(1))")
            }
            let run = OperationRun(
                operation,
                library: try folder(2),
                acknowledgements: try Acknowledgements(path: try argument(3)),
                source: try folder(4),
                environment: options.environment(),
                limit: arguments.count > 5 ? Int(try number(5)) : Int.max,
                triesAgain: options.triesAgain
            )
            exit(try run.run().rawValue)
        case "verify":
            let verdict = try LibraryVerdict.reach(try folder(1))
            print(String(decoding: try JSONEncoder().encode(verdict), as: UTF8.self))
        default: throw Fault("work, soak, prepare, operate or verify, not \(arguments)")
        }
    }

    private func argument(_ index: Int) throws -> String {
        guard index < arguments.count else { throw Fault("argument \(index) is missing") }
        return arguments[index]
    }

    private func folder(_ index: Int) throws -> URL { URL(fileURLWithPath: try argument(index)) }

    private func number(_ index: Int) throws -> UInt64 {
        guard let number = UInt64(try argument(index)) else {
            throw Fault("\(try argument(index)) is no number")
        }
        return number
    }
}
