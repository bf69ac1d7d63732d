import Foundation
import ProgramRuns

extension PictureBench {
    /// Figure 7: the poster frame of a movie.
    func measurePosterFrames(_ table: inout Table) throws {
        let movies = material.movies
        let times = try inTurns([
            { try ours("poster", movies) }, { try theirs("poster", movies) },
            { try program(movies) },
        ])
        let operation = "the poster frame of a movie"
        table.add(7, operation, times[0], beside: "the ffmpeg program", times[2], atLeast: 2)
        table.add(
            7,
            operation,
            times[0],
            beside: "FFmpeg's libraries in process",
            times[1],
            atLeast: 0.8
        )
    }

    /// Seconds for a movie, by a process of ffmpeg for each.
    private func program(_ movies: [String]) throws -> Double {
        let made = FileManager.default.temporaryDirectory.appendingPathComponent(
            "poster-\(UUID()).jpg"
        )
        defer { try? FileManager.default.removeItem(at: made) }
        var times: [Double] = []
        for movie in movies + movies {
            let start = ContinuousClock.now
            _ = try Run(
                named: "ffmpeg",
                [
                    "-loglevel", "error", "-y", "-threads", "1", "-i", movie, "-frames:v", "1",
                    "-vf",
                    "scale=1024:-2", made.path,
                ]
            )
            times.append((ContinuousClock.now - start) / .seconds(1))
        }
        return median(times)
    }
}
