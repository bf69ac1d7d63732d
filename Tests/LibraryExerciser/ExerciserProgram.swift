import CPowerCut
import CShortReads
import Foundation
import LibraryExercise
import Photos
import PhotosStore

/// What the scenarios ask of a process of its own.
///
///     library-exerciser work LIBRARY SEED              random blocks, on request from standard input
///     library-exerciser create LIBRARY SEED BLOCKS ACKS   an asset in each block, as fast as it goes, each acknowledged
///     library-exerciser prepare LIBRARY SEED PICTURES  a library for the operations below
///     library-exerciser operate NAME LIBRARY ACKS SOURCE [COUNT]   one operation, each block acknowledged
///     library-exerciser verify LIBRARY                 opens, recovers, checks; prints the verdict as JSON
///     library-exerciser look LIBRARY                   the same of a library that is only read
///     library-exerciser write LIBRARY LEDGER COUNT     blocks of chance, each noted in the ledger
///     library-exerciser audit LIBRARY LEDGER...        opens, recovers, compares with ledgers; prints what it found
///     library-exerciser cut PATH LEDGER MILLISECONDS   a little later, shuts PATH's file system down as a power cut does
///     library-exerciser cut-all MILLISECONDS NOTES PATH...   the same of several file systems, for "distant"
///     library-exerciser distant LIBRARY FOLDER NOTES   files leave for a folder and come back, until it is killed
///     library-exerciser distant-audit LIBRARY NOTES    opens, recovers, fetches every file; prints what is lost
///     library-exerciser strange-prepare LIBRARY SEED closed|log   a library to damage, perhaps with its log
///     library-exerciser strange-examine LIST           uses each library of a file of paths; prints verdicts
///
/// Options stand anywhere: see ``ExerciserOptions``.
struct ExerciserProgram {
    private let options: ExerciserOptions
    private var arguments: [String] { options.arguments }

    init(_ arguments: [String]) throws {
        options = try ExerciserOptions(Array(arguments.dropFirst()))
    }

    func run() throws {
        options.breakFileSystem()
        switch arguments.first {
        case "work": try RandomWorker(library: try folder(1), seed: try number(2)).run()
        case "create":
            try AssetCreator(
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
                triesAgain: options.triesAgain,
                removesEarly: options.omits.contains(.unlinkAfterCommit),
                settles: options.settles
            )
            if let number = options.shortRead { short_reads_begin(number) }
            let outcome = try run.run()
            if options.shortRead != nil { print(short_reads_counted()) }
            exit(outcome.rawValue)
        case "verify", "look":
            let verdict = try LibraryVerdict.reach(
                try folder(1),
                mode: arguments.first == "look" ? .readOnly : .readWrite
            )
            print(String(decoding: try JSONEncoder().encode(verdict), as: UTF8.self))
        case "write": exit(try write().rawValue)
        case "audit":
            let accounts = try (2..<arguments.count).map { try Ledger.read(try folder($0)) }
            let audit = try LedgerAudit.reach(try folder(1), accounts)
            print(String(decoding: try JSONEncoder().encode(audit), as: UTF8.self))
        case "cut": try cutPower()
        case "cut-all": try cutAll()
        case "distant-audit":
            for loss in try DistantLibrary.losses(try folder(1), notes: try folder(2)) {
                print(loss.replacingOccurrences(of: "\n", with: " "))
            }
        case "distant":
            var worker = try DistantWorker(
                library: try folder(1),
                place: try folder(2),
                notes: try folder(3),
                seed: options.seed,
                isHasty: options.isHasty,
                environment: options.environment()
            )
            try worker.run()
        case "strange-prepare":
            try StrangerList.prepare(
                try folder(1),
                seed: try number(2),
                leavingLog: try argument(3) == "log",
                options.environment()
            )
        case "strange-examine":
            let list = try String(contentsOf: try folder(1), encoding: .utf8)
            let folders = list.split(separator: "\n").map { URL(fileURLWithPath: String($0)) }
            let isTrusting = options.omits.contains(.validateLibraries)
            try StrangerList.examine(folders, isTrusting: isTrusting) { options.environment() }
        default:
            throw Fault(
                "work, create, prepare, operate, verify, write, audit or cut, not \(arguments)"
            )
        }
    }

    private func write() throws -> LedgerWriter.Outcome {
        let writer: LedgerWriter
        do {
            writer = try LedgerWriter(
                library: try folder(1),
                ledger: try folder(2),
                seed: options.seed,
                largestFile: options.largestFile,
                isHasty: options.isHasty,
                environment: options.environment()
            )
        } catch let error as StoreError {
            complain("the library does not open: \(error)")
            return .refused
        }
        var working = writer
        return try working.run(blocks: Int(try number(3))) { error in
            guard options.triesAgain else {
                complain("a change was refused: \(error)")
                return false
            }
            // Whoever started this process makes space, and says so.
            FileHandle.standardOutput.write(Data("refused \(error.code.rawValue)\n".utf8))
            return readLine() != nil
        }
    }

    private func complain(_ sentence: String) {
        FileHandle.standardError.write(Data("library-exerciser: \(sentence)\n".utf8))
    }

    private func cutPower() throws {
        let descriptor = open(try argument(1), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Fault("\(try argument(1)) cannot be opened") }
        let ledger = try Ledger(appendingTo: try folder(2))
        usleep(UInt32(try number(3) * 1_000))
        try ledger.write(.cut)
        let code = power_cut(descriptor)
        guard code == 0 else {
            throw Fault("the file system goes on: \(String(cString: strerror(code)))")
        }
    }

    private func cutAll() throws {
        let descriptors = arguments.dropFirst(3).map { open($0, O_RDONLY | O_CLOEXEC) }
        guard !descriptors.isEmpty, descriptors.allSatisfy({ $0 >= 0 }) else {
            throw Fault("\(arguments.dropFirst(3)) cannot be opened")
        }
        let notes = try DistantNotes(appendingTo: try folder(2))
        usleep(UInt32(try number(1) * 1_000))
        try notes.writeCut()
        for code in descriptors.map(power_cut) where code != 0 {
            throw Fault("a file system goes on: \(String(cString: strerror(code)))")
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
