package io.graphkernel.runtime.internal.profile;

/**
 * How a profile calls what is launched.
 *
 * @param owner the class of the kernel method; empty for a library call
 * @param method the kernel method
 * @param kernel its kernel, as the report calls it, or the library op
 * @param device where it runs, as {@code graphkernel.device} names it
 */
public record LaunchLabel(String owner, String method, String kernel, String device) {}
