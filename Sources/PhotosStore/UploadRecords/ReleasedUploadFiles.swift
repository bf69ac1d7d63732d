import Foundation

/// The files of upload jobs that no row names after a commit.
struct ReleasedUploadFiles: Hashable, Sendable {
    var requests: [UUID] = []
    var answers: [UUID] = []

    var isEmpty: Bool { requests.isEmpty && answers.isEmpty }

    /// Adds the files of a job that vanishes.
    mutating func add(_ job: UploadJob) {
        requests.append(job.requestFile)
        if let answer = job.answerFile { answers.append(answer) }
    }
}

extension UploadFiles {
    func remove(_ released: ReleasedUploadFiles) {
        remove(
            released.requests.map { url($0, .request) } + released.answers.map { url($0, .answer) }
        )
    }
}
