import Foundation
import Glibc
import PhotosMedia

/// Writes a movie, or a part of it, to another file as H.264 and AAC: completely or not at all.
///
/// The worker program makes the movie in fragments, as for browsers. They become one file with tables of samples.
struct MovieEncoding {
    var source: AVAsset
    /// The path of the file, which must not exist yet.
    var target: String
    var kind: MadeMovieFile.Kind
    var size: ExportSize
    /// The part to encode, in ticks of `FragmentGrid`; nil for the whole movie.
    var span: Range<Int>?
    /// The most bytes that the file may have.
    var mostBytes: Int64?

    /// Encodes the movie, while the calling thread waits.
    ///
    /// - Parameters:
    ///   - progress: Called with the written part, from 0 to 1.
    ///   - cancellation: Ends the work.
    /// - Throws: `AVError`, or `CancellationError` if the work was cancelled. Then the partial file is removed.
    func run(progress: (Float) -> Void, cancellation: WorkCancellation) throws {
        guard let worker = MediaReader.ofProcess.worker else {
            throw AVError(.encoderNotFound, MediaReader.ofProcess.problem()?.description ?? "")
        }
        try source.open { _, descriptor in
            try WorkCancellation.$current.withValue(cancellation) {
                let work = Work(worker: worker, descriptor: descriptor, cancellation: cancellation)
                do {
                    try write(by: work, progress: progress)
                } catch {
                    throw Self.failure(error)
                }
            }
        }
    }

    private func write(by work: Work, progress: (Float) -> Void) throws {
        var request = MovieRequest(longestSide: size.longSide, span: span)
        var start = try work.part(request)
        let side = size.longestSide(width: start.layout.width, height: start.layout.height)
        if side < request.longestSide {
            request.longestSide = side
            start = try work.part(request)
        }
        let count = start.layout.grid.count
        var file = try MadeMovieFile(kind, initialization: start.bytes)
        try NewMovieFile.write(to: target) { output in
            try output.append(file.beginning)
            for number in 0..<count {
                request.fragment = number
                let (layout, bytes) = try work.part(request)
                guard layout == start.layout else {
                    throw AVError(.exportFailed, "The movie has changed. Export it again.")
                }
                try output.append(Array(file.add(bytes)))
                try checkLength(file.byteCount)
                progress(Float(number + 1) / Float(count))
            }
            let end = file.end
            try checkLength(file.byteCount + Int64(end.count))
            try output.append(end)
            let size = file.dataSize
            try output.write(size.bytes, at: size.offset)
            if work.cancellation.isCancelled { throw CancellationError() }
        }
    }

    private func checkLength(_ byteCount: Int64) throws {
        if let mostBytes, byteCount > mostBytes { throw AVError.longerThanAllowed(mostBytes) }
    }

    /// A movie that a worker reads.
    private struct Work {
        var worker: MediaWorkerClient
        var descriptor: Int32
        var cancellation: WorkCancellation
        /// No other movie has this name, so no other work takes the worker's place in it.
        let content = UUID().uuidString

        /// Makes a part, as soon as fewer movies than allowed are being made.
        func part(_ request: MovieRequest) throws -> (layout: MovieLayout, bytes: Data) {
            while true {
                guard !cancellation.isCancelled else { throw CancellationError() }
                do {
                    return try worker.moviePart(request, of: descriptor, content: content)
                } catch let error as MediaWorkerError where error.code == .busy {
                    // The parts of other movies take some seconds at most.
                    usleep(50_000)
                }
            }
        }
    }

    private static func failure(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError, is AVError: error
        case let error as MediaWorkerError where error.code == .cancelled: CancellationError()
        default: AVError(decoding: error, missing: .encoderNotFound)
        }
    }
}
