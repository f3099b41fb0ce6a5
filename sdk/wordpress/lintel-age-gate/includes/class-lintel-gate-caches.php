<?php
/**
 * Page caches. What one visitor may see must never be kept for the next one.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Keeps answers out of caches, and empties caches when the gate changes.
 */
final class Lintel_Gate_Caches {
	/**
	 * Keeps this answer out of every cache: the browser's, a proxy's and a cache plugin's.
	 */
	public static function keep_out(): void {
		// The words that page caches, object-level fragment caches and minifiers agreed on.
		foreach ( array( 'DONOTCACHEPAGE', 'DONOTCACHEOBJECT', 'DONOTCDN' ) as $word ) {
			if ( ! defined( $word ) ) {
				define( $word, true );
			}
		}
		if ( headers_sent() ) {
			return;
		}
		nocache_headers();
		header( 'Cache-Control: private, no-store, no-cache, must-revalidate, max-age=0' );
		if ( 1 !== preg_match( '/^vary:.*\bcookie\b/im', implode( "\n", headers_list() ) ) ) {
			header( 'Vary: Cookie', false );
		}
	}
}
