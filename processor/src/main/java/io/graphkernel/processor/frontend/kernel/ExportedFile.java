package io.graphkernel.processor.frontend.kernel;

/**
 * File of the element functions that a class exports.
 *
 * @param resource path from the root of the class path
 * @param text its text
 */
public record ExportedFile(String resource, String text) {}
