/**
 * Conversion of models to jars. {@code ConverterLite} is the command, {@code Conversion} parses its flags.
 * {@code Converter} runs javac and the annotation processor on an interface for the model. {@code ModelJar} packs the
 * result with the runtime and the command of package {@code model}.
 */
package io.graphkernel.converter;
