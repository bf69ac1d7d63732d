package import Foundation
package import PhotosStore

/// What the host of upload jobs tells whoever watches it.
package enum UploadEvent: Hashable, Sendable {
    /// A program was started.
    case started(program: String)
    /// A program answered `completed`, `processing` or `failure`.
    case answered(program: String, answer: String)
    /// A program wrote a line.
    case wrote(program: String, line: String)
    /// A program is not run, or did not answer, for a reason that the sentence says.
    case problem(program: String, sentence: String)
    /// A job ended.
    case ended(UploadJob, UploadJobResult, problem: String?)
    /// A job is tried again at a date.
    case postponed(UploadJob, until: Date, problem: String?)
}
