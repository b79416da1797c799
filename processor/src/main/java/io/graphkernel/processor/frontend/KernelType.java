package io.graphkernel.processor.frontend;

import io.graphkernel.processor.diagnostic.SourcePosition;
import javax.lang.model.element.TypeElement;

/**
 * A class with kernels, before it is read.
 *
 * @param qualifiedName the canonical name
 * @param position for messages about the whole class
 * @param element the class, as the originating element of generated files
 */
public record KernelType(String qualifiedName, SourcePosition position, TypeElement element) {}
