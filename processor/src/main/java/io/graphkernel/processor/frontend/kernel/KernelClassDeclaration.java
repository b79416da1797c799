package io.graphkernel.processor.frontend.kernel;

import io.graphkernel.processor.diagnostic.SourcePosition;
import javax.lang.model.element.TypeElement;

/**
 * Declaration of a class with kernels.
 *
 * @param qualifiedName the canonical name
 * @param position position for messages about the whole class
 * @param element the class, as the originating element of generated files
 */
public record KernelClassDeclaration(String qualifiedName, SourcePosition position, TypeElement element) {}
