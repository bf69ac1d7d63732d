import Foundation

/// Checks whether a worker can be used at all, so that its faults are not attributed to files.
package enum WorkerProbe {
    /// The programs that a check starts.
    package enum Extent: Sendable {
        /// The program that reads facts. The program with decoders must exist, and is not started.
        case reader
        /// Both programs.
        case readerAndDecoder
    }

    /// The time limit of each request by the clock.
    ///
    /// On a busy machine, a start takes one or two seconds.
    package static let patience: Duration = .seconds(10)

    /// Asks the worker for its version, and has it read a small picture that is known to be good.
    ///
    /// With ``Extent/readerAndDecoder``, the worker also decodes that picture.
    ///
    /// - Parameters:
    ///   - client: The worker.
    ///   - extent: The programs to check.
    ///   - isFresh: Whether to start a new process for the check, instead of using an idle one.
    ///   - patience: The longest time for each request.
    /// - Returns: The reason why the worker cannot be used; nil if its answers are correct.
    package static func problem(
        with client: MediaWorkerClient,
        extent: Extent,
        isFresh: Bool,
        patience: Duration = patience
    ) -> MediaWorkerError? {
        let asked = isFresh ? client.separate(timeout: patience) : client
        defer { if isFresh { asked.close() } }
        do {
            try checkAnswers(of: asked, extent: extent)
            return nil
        } catch let error as MediaWorkerError
            where error.code == .noSandbox || error.code == .noDecoders
        {
            return error
        } catch {
            return MediaWorkerError(.unusable, "\(client.program): \(faultText(of: error))")
        }
    }

    private static func checkAnswers(of client: MediaWorkerClient, extent: Extent) throws {
        try checkVersion(client.versions(of: .reader)[WorkerProgram.name])
        try client.checkDecoders()
        if extent == .readerAndDecoder {
            try checkVersion(client.versions(of: .decoder)[WorkerProgram.decodersName])
        }
        try MemoryFile.withDescriptor(of: picture) { descriptor in
            let facts = try client.facts(of: descriptor, zone: .gmt)
            guard facts.type == .jpeg, facts.reader == .worker, facts.pixelWidth == side,
                facts.creationDate == date
            else { throw Fault("it reads a good picture wrongly") }
            guard extent == .readerAndDecoder else { return }
            let request = PictureRequest(renditions: [.init(.full, .pixels)])
            guard try client.pictures(of: descriptor, request).first?.width == side else {
                throw Fault("it draws a good picture wrongly")
            }
        }
    }

    private static func checkVersion(_ version: String?) throws {
        guard version == WorkerProgram.version else {
            throw Fault(WorkerProgram.mismatch(version))
        }
    }

    private struct Fault: Error {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    /// Describes the worker's fault behind an error, since the file is known to be good.
    private static func faultText(of error: any Error) -> String {
        switch error {
        case let fault as Fault: return fault.reason
        case let error as MediaWorkerError where error == WorkerCoding.otherVersion:
            return WorkerProgram.mismatch(nil)
        case let error as MediaFileError: return "it takes a good picture for a bad one (\(error))"
        case let error as MediaWorkerError:
            let reason =
                switch error.code {
                case .cannotStart: "it does not start"
                case .died: "it ends before it answers"
                case .timedOut: "it does not answer in time"
                case .badReply: "its answer makes no sense"
                case .noMemory: "the system gives no memory for pictures"
                case .notFound, .noSandbox, .noDecoders, .badRequest, .unusable, .cancelled,
                    .busy:
                    error.description
                }
            return error.detail.map { "\(reason), \($0)" } ?? reason
        default: return "\(error)"
        }
    }

    // MARK: The picture

    private static let side = 16

    /// 2024-05-01 12:30:00 in GMT.
    private static let date = Date(timeIntervalSince1970: 1_714_566_600)

    /// A JPEG of a gradient, with that date in its Exif block.
    private static let picture =
        Data(base64Encoded: encodedPicture, options: .ignoreUnknownCharacters) ?? Data()

    private static let encodedPicture = """
        /9j/4QBURXhpZgAATU0AKgAAAAgAAYdpAAQAAAABAAAAGgAAAAAAApAAAAcAAAAEMDIzMpADAAIAAAAUAAAAOAAAAAAyMDI0
        OjA1OjAxIDEyOjMwOjAwAP/bAEMABQMEBAQDBQQEBAUFBQYHDAgHBwcHDwsLCQwRDxISEQ8RERMWHBcTFBoVEREYIRgaHR0f
        Hx8TFyIkIh4kHB4fHv/bAEMBBQUFBwYHDggIDh4UERQeHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4e
        Hh4eHh4eHh4eHv/AABEIABAAEAMBEQACEQEDEQH/xAAfAAABBQEBAQEBAQAAAAAAAAAAAQIDBAUGBwgJCgv/xAC1EAACAQMD
        AgQDBQUEBAAAAX0BAgMABBEFEiExQQYTUWEHInEUMoGRoQgjQrHBFVLR8CQzYnKCCQoWFxgZGiUmJygpKjQ1Njc4OTpDREVG
        R0hJSlNUVVZXWFlaY2RlZmdoaWpzdHV2d3h5eoOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK
        0tPU1dbX2Nna4eLj5OXm5+jp6vHy8/T19vf4+fr/xAAfAQADAQEBAQEBAQEBAAAAAAAAAQIDBAUGBwgJCgv/xAC1EQACAQIE
        BAMEBwUEBAABAncAAQIDEQQFITEGEkFRB2FxEyIygQgUQpGhscEJIzNS8BVictEKFiQ04SXxFxgZGiYnKCkqNTY3ODk6Q0RF
        RkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqCg4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfI
        ycrS09TV1tfY2dri4+Tl5ufo6ery8/T19vf4+fr/2gAMAwEAAhEDEQA/APB9A8Jfd/dfpXyGKzXzOjIM621PQdA8Jfd/dfpX
        zWKzXzP2zIM621O+0Dwl9391+lfOYrNfM/jjIM621PQtA8Jfd/dfpXzWKzXzP2zIM621P//Z
        """
}
