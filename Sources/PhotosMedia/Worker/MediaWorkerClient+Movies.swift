package import Foundation

extension MediaWorkerClient {
    /// Makes a part of a movie in the form that browsers play.
    ///
    /// The worker keeps the movie open for the next part. At most two work at once. Safe on any thread, and on several at
    /// once. The call blocks while the worker decodes and encodes.
    ///
    /// - Parameters:
    ///   - request: The part.
    ///   - descriptor: The file of the movie, open for reading.
    ///   - content: A name of the file's content, such as its checksum.
    /// - Returns: The layout of the movie, and the bytes of the part.
    /// - Throws: `MediaFileError` if the file is at fault, `MediaWorkerError` if the worker is. The code is `busy` if no further
    ///   worker may begin.
    package func moviePart(
        _ request: MovieRequest,
        of descriptor: Int32,
        content: String
    ) throws -> (layout: MovieLayout, bytes: Data) {
        guard request.isValid else {
            throw MediaWorkerError(.badRequest, "no movie has this part")
        }
        let header = try MediaHeader.read(from: DescriptorByteSource(descriptor: descriptor))
        guard header.type.kind == .video else {
            throw MediaFileError(.notMedia, "it is no movie")
        }
        let verb: WorkerRequest.Verb = request.fragment == nil ? .movieLayout : .movieFragment
        let region = PicturePlan.Region(pixels: 0, offset: 0, capacity: MovieRequest.mostBytes)
        let message = try WorkerCoding.encode(
            WorkerRequest(verb, regions: [region], movie: request)
        )
        let deadline = WorkerDeadline(movieOf: header).limited(to: timeout)
        let work = MovieMakers.Work(content: content, longestSide: request.longestSide)
        let (reply, bytes) = try movieMakers.withMaker(of: work) { () throws(MediaWorkerError) in
            try decoders.freshProcess()
        } perform: { process throws(MediaWorkerError) in
            do throws(MediaWorkerError) {
                return try process.exchange(
                    message,
                    descriptor: descriptor,
                    capacity: MovieRequest.mostBytes,
                    deadline: deadline
                ) { $0.isPossible(for: request) }
            } catch {
                if error.code == .died || error.code == .badReply { decoders.noteCrash() }
                throw error
            }
        } keeps: { reply, bytes in
            reply.failure == nil && bytes != nil
        }
        try checkReply(reply)
        guard let part = reply.moviePart, let bytes else {
            throw MediaWorkerError(.badReply, "it states no part of a movie")
        }
        return (part.layout, bytes)
    }
}
