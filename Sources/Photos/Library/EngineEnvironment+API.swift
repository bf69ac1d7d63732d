import Foundation
import PhotosMedia
import PhotosRemotes
package import PhotosStore

extension EngineEnvironment {
    /// Makes the environment of libraries that are opened through the API.
    ///
    /// - Parameters:
    ///   - author: The name that the history stores with changes; nil uses the name of the program.
    ///   - client: The client on whose behalf the library is used.
    /// - Returns: The environment.
    package static func forPrograms(
        author: String? = nil,
        _ client: LibraryClient = .application(Authorization.application)
    ) -> EngineEnvironment {
        var environment = EngineEnvironment()
        environment.client = client
        environment.examine = { try MediaExamination.shared.examine($0, filename: $1) }
        environment.readerProblem = { MediaExamination.shared.reader.problem(isFresh: $0) }
        environment.reportReaderProblem = { MediaExamination.shared.record($0) }
        environment.pictures = { try MediaExamination.shared.pictures(of: $0, for: $1) }
        environment.moviePart = { file, content, request in
            try MediaExamination.shared.moviePart(request, of: file, content: content)
        }
        environment.plainPixels = { try MediaExamination.shared.plainPixels(ofJPEG: $0, $1) }
        environment.transfer = { try $0.fetchObject() }
        environment.readRange = { try $0.readBytes() }
        environment.look = { try $0.lookUpObjects() }
        environment.decoders = { MediaExamination.shared.decoders() }
        environment.volumeEnvironment.memory = VolumeEnvironment.memory(
            ProcessInfo.processInfo.environment
        )
        if let author { environment.author = author }
        return environment
    }
}
