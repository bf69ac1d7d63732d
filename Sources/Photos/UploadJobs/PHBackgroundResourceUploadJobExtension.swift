public import ExtensionFoundation

/// A program that makes upload jobs, and takes note of their ends, whenever `photokit uploads run` starts it.
///
/// A type with `@main` that conforms is a whole program. The library's owner names it with `photokit uploads enable`.
public protocol PHBackgroundResourceUploadJobExtension: AppExtension {
    /// Acknowledges and retries jobs, and makes new ones.
    func processJobs() async -> PHBackgroundResourceUploadProcessingResult

    /// Is called while ``processJobs()`` runs if the time is over: it should return soon.
    func willTerminate() async
}

extension PHBackgroundResourceUploadJobExtension {
    /// How the extension talks to the host of upload jobs.
    public var configuration: some AppExtensionConfiguration {
        let process = UncheckedTransfer { await self.processJobs().message }
        let terminate = UncheckedTransfer { await self.willTerminate() }
        return UploadExtensionConfiguration(
            process: { await process.value() },
            terminate: { await terminate.value() }
        )
    }
}
