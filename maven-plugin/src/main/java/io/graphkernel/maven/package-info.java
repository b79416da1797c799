/**
 * The goals of Maven. In: what a POM or the command line says. Out: a jar of a model, by the converter, or a build that compiles the
 * classes of changed models again. A goal reads its parameters and calls the converter; what is refused fails the build with the
 * converter's own message.
 */
package io.graphkernel.maven;
