/**
 * Maven goals. In: parameters of a POM or the command line. Out: a jar of a model by the converter, or a build that
 * recompiles the classes of changed models. A goal passes its parameters to the converter; rejected ones fail the build
 * with the converter's message.
 */
package io.graphkernel.maven;
