/**
 * Makes jars of models. {@code ConverterLite} is the command, {@code Conversion} reads its flags, {@code Converter} has javac and the annotation
 * processor compile an interface for the model, and {@code ModelJar} packs the result with the run time and the command of package
 * {@code model}.
 */
package io.graphkernel.converter;
