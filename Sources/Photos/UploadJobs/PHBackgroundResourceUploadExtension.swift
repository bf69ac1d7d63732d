public import ExtensionFoundation
import PhotosBase

/// The first form of ``PHBackgroundResourceUploadJobExtension``, whose methods are not asynchronous.
public protocol PHBackgroundResourceUploadExtension: AppExtension {
    /// Acknowledges and retries jobs, and makes new ones.
    func process() -> PHBackgroundResourceUploadProcessingResult

    /// Is called by another thread while ``process()`` runs if the time is over: it should return soon.
    func notifyTermination()
}

extension PHBackgroundResourceUploadExtension {
    /// How the extension talks to the host of upload jobs.
    public var configuration: some AppExtensionConfiguration {
        let process = UncheckedTransfer { self.process().message }
        let terminate = UncheckedTransfer { self.notifyTermination() }
        return UploadExtensionConfiguration(
            process: {
                // Both methods may wait for disks and servers.
                (try? await BlockingWork.run { _ in process.value() }) ?? .failure
            },
            terminate: { try? await BlockingWork.run { _ in terminate.value() } }
        )
    }
}
