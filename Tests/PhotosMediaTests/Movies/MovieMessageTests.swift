import PhotosMedia
import TestPermits
import Testing

/// Messages about parts of movies.
@Suite(.permit) struct MovieMessageTests {
    private let layout = MovieLayout(
        ticks: 450_000,
        width: 640,
        height: 360,
        level: 30,
        soundRate: 48_000
    )

    @Test(arguments: [nil, 0, 7])
    func `requests for parts are read as they were written`(fragment: Int?) throws {
        let movie = MovieRequest(longestSide: 640, fragment: fragment)
        let verb: WorkerRequest.Verb = fragment == nil ? .movieLayout : .movieFragment
        let request = WorkerRequest(verb, movie: movie)
        #expect(request.verb.readsFiles)
        #expect(try WorkerCoding.decodedRequest(in: WorkerCoding.encode(request)) == request)
    }

    @Test func `a request for a part of the file is read as it was written`() throws {
        let movie = MovieRequest(longestSide: 640, fragment: 1, span: 90_000..<360_000)
        let request = WorkerRequest(.movieFragment, movie: movie)
        #expect(try WorkerCoding.decodedRequest(in: WorkerCoding.encode(request)) == request)
    }

    @Test(arguments: [
        MovieRequest(longestSide: 0), MovieRequest(longestSide: 100_000),
        MovieRequest(longestSide: 640, fragment: -1),
        MovieRequest(longestSide: 640, fragment: 43_200),
        MovieRequest(longestSide: 640, fragment: 2, span: 90_000..<360_000),
        MovieRequest(longestSide: 640, span: -1..<360_000),
        MovieRequest(longestSide: 640, span: 5..<5),
    ])
    func `requests that no movie can answer are refused`(movie: MovieRequest) {
        #expect(!movie.isValid)
        #expect(throws: MediaFileError.self) {
            try WorkerCoding.encode(WorkerRequest(.movieFragment, movie: movie))
        }
    }

    @Test func `answers are read as they were written`() throws {
        let part = MadeMoviePart(layout: layout, byteCount: 1_000)
        let reply = WorkerReply(moviePart: part)
        #expect(try WorkerCoding.decodedReply(in: WorkerCoding.encode(reply)) == reply)
    }

    @Test func `a part that does not fit its request is not believed`() {
        let request = MovieRequest(longestSide: 640, fragment: 2)
        let part = MadeMoviePart(layout: layout, byteCount: 1_000)
        #expect(part.isPossible(for: request))
        #expect(!part.isPossible(for: MovieRequest(longestSide: 640, fragment: 3)))
        #expect(!part.isPossible(for: MovieRequest(longestSide: 320, fragment: 2)))
        for count in [0, -1, MovieRequest.mostBytes + 1] {
            #expect(!MadeMoviePart(layout: layout, byteCount: count).isPossible(for: request))
        }
    }
}
