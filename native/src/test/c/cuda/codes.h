/*
 * The result codes of the CUDA driver API that the emulation returns, with the numbers of the API.
 */
#ifndef EMULATION_CODES_H
#define EMULATION_CODES_H

#define RESULTS(row)                                                                                                   \
    row(CUDA_SUCCESS, 0, "no error") row(CUDA_ERROR_INVALID_VALUE, 1, "invalid argument") row(                         \
        CUDA_ERROR_OUT_OF_MEMORY, 2, "out of memory") row(CUDA_ERROR_NOT_INITIALIZED, 3, "initialization error")       \
        row(CUDA_ERROR_NO_DEVICE, 100, "no CUDA-capable device is detected") row(                                      \
            CUDA_ERROR_INVALID_DEVICE, 101,                                                                            \
            "invalid device ordinal") row(CUDA_ERROR_INVALID_IMAGE, 200, "device kernel image is invalid")             \
            row(CUDA_ERROR_INVALID_CONTEXT, 201, "invalid device context") row(                                        \
                CUDA_ERROR_NO_BINARY_FOR_GPU, 209, "no kernel image is available for execution on the device")         \
                row(CUDA_ERROR_INVALID_PTX, 218, "a PTX JIT compilation failed") row(                                  \
                    CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222,                                                           \
                    "the provided PTX was compiled with an unsupported toolchain.")                                    \
                    row(CUDA_ERROR_INVALID_HANDLE, 400, "invalid resource handle") row(                                \
                        CUDA_ERROR_NOT_FOUND, 500,                                                                     \
                        "named symbol not found") row(CUDA_ERROR_NOT_READY, 600, "device not ready")                   \
                        row(CUDA_ERROR_ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered") row(          \
                            CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch")        \
                            row(CUDA_ERROR_LAUNCH_TIMEOUT, 702, "the launch timed out and was terminated")             \
                                row(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709, "context is destroyed") row(                 \
                                    CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713,                                        \
                                    "pointer does not correspond to a registered memory region")                       \
                                    row(CUDA_ERROR_MISALIGNED_ADDRESS, 716, "misaligned address")                      \
                                        row(CUDA_ERROR_LAUNCH_FAILED, 719, "unspecified launch failure") row(          \
                                            CUDA_ERROR_NOT_PERMITTED, 800, "operation not permitted")                  \
                                            row(CUDA_ERROR_NOT_SUPPORTED, 801, "operation not supported") row(         \
                                                CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900,                            \
                                                "operation not permitted when stream is capturing")                    \
                                                row(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901,                        \
                                                    "operation failed due to a previous error during capture")         \
                                                    row(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, 903,                      \
                                                        "capture was not initiated in this stream")                    \
                                                        row(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904,                   \
                                                            "capturing stream has unjoined work")                      \
                                                            row(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906,               \
                                                                "operation would make the legacy stream depend on a "  \
                                                                "capturing blocking stream")                           \
                                                                row(CUDA_ERROR_CAPTURED_EVENT, 907,                    \
                                                                    "operation not permitted on an event last "        \
                                                                    "recorded in a capturing stream")                  \
                                                                    row(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 908,   \
                                                                        "attempt to terminate a thread-local capture " \
                                                                        "sequence from another thread")

typedef enum {
#define ROW(name, number, text) name = number,
    RESULTS(ROW)
#undef ROW
} result;

#endif
