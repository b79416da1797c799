package io.graphkernel.runtime;

/** Position of the channel axis. */
public enum DataFormat {
    /** The channels are axis 1. */
    NCHW,
    /** The channels are the last axis. */
    NHWC
}
