#pragma once

/// The state of an upload job.
PH_OPEN_ENUM(PHAssetResourceUploadJobState) {
    /// The job waits.
    PHAssetResourceUploadJobStateRegistered = 1,
    /// The job is under way.
    PHAssetResourceUploadJobStatePending = 2,
    /// The job has failed.
    PHAssetResourceUploadJobStateFailed = 3,
    /// The server has the resource, or a download is on this device.
    PHAssetResourceUploadJobStateSucceeded = 4,
    /// The job was cancelled.
    PHAssetResourceUploadJobStateCancelled = 5,
};

/// What an upload job does.
PH_OPEN_SHORT_ENUM(PHAssetResourceUploadJobType) {
    /// The resource is sent to a server.
    PHAssetResourceUploadJobTypeUpload = 0,
    /// The resource is brought to this device.
    PHAssetResourceUploadJobTypeDownloadOnly = 1,
};

/// What can be done with an upload job.
PH_OPEN_ENUM(PHAssetResourceUploadJobAction) {
    /// Jobs that have ended, to be acknowledged.
    PHAssetResourceUploadJobActionAcknowledge = 1,
    /// Jobs that failed and were never retried.
    PHAssetResourceUploadJobActionRetry = 2,
    /// Jobs that have not ended.
    PHAssetResourceUploadJobActionProcess = 3,
};
