package io.graphkernel.runtime;

/** Where the axis of channels is. */
public enum DataFormat {
    /** Axis 1. */
    NCHW,
    /** The last axis. */
    NHWC
}
