package io.graphkernel.runtime.internal.profile;

/**
 * Name of a launched operation in profiles.
 *
 * @param owner class of the method; empty for a library call
 * @param method method name
 * @param kernel name of the kernel in the report, or the library op
 * @param device device in the spelling of {@code graphkernel.device}
 */
public record LaunchLabel(String owner, String method, String kernel, String device) {}
